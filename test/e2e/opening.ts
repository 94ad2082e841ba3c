export const ARTICLE = `<!doctype html><title>A short page</title><body><ul id="menu"><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul>
<div id="story"><p>${'The first paragraph says a good deal about very little. '.repeat(6)}</p><p>${'The second one agrees with it at length. '.repeat(6)}</p></div></body>`
