/** Word F1 on all 1,497 development pages of WCXB, as published by others. We did not check the values. */
export const WCXB_LEADERBOARD: readonly { readonly name: string; readonly figures: Readonly<Record<string, number>> }[] = [
  {
    name: 'rs-trafilatura',
    figures: {
      ...{ article: 0.932, documentation: 0.931, service: 0.843, forum: 0.792, collection: 0.713, listing: 0.704, product: 0.67 },
      all: 0.859,
    },
  },
  ...Object.entries({
    'MinerU-HTML 0.6B': 0.827,
    Trafilatura: 0.791,
    'dom-smoothie': 0.762,
    'ReaderLM-v2 1.5B': 0.741,
    'dom-content-extraction': 0.731,
    Newspaper4k: 0.72,
    'magic-html': 0.719,
    jusText: 0.707,
    BoilerPy3: 0.687,
    Readability: 0.675,
    Goose3: 0.651,
  }).map(([name, all]) => ({ name, figures: { all } })),
]

export const WCXB_LEADERBOARD_NOTE = [
  'Published rows are copied from https://wceb-website.pages.dev (2026-04) and https://github.com/Murrough-Foley/rs-trafilatura.',
  'These sources state that they used all 1,497 pages of the development half. We did not check the published scores.',
].join(' ')
