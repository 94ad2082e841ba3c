/** Small words beside a row: hidden and why, links, media, hints at what the author meant an element to be. */
import { attribute, ELEMENT, LAYOUT_DISPLAYED, LAYOUT_VISIBLE, tagName, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { unreadTags } from '../../../shared/page/tags'

export interface Badge {
  readonly text: string
  readonly title: string
}

const MEDIA: Readonly<Record<string, string>> = {
  img: 'image',
  picture: 'image',
  video: 'video',
  audio: 'audio',
  iframe: 'frame',
  embed: 'embedded',
  object: 'embedded',
  svg: 'drawing',
  canvas: 'canvas',
}

/** Why a node is hidden, at the place where the hiding begins; null where it is shown, or hidden only by an ancestor. */
function hiddenCause(model: PageModel, node: NodeId): string | null {
  if (model.kind[node] !== ELEMENT) return null
  if (attribute(model, node, 'hidden') !== null) return 'hidden attribute'
  const style = attribute(model, node, 'style') ?? ''
  if (/(?:^|;)\s*display\s*:\s*none\b/i.test(style)) return 'inline style display:none'
  if (/(?:^|;)\s*visibility\s*:\s*hidden\b/i.test(style)) return 'inline style visibility:hidden'
  const flags = model.layout?.flags
  if (!flags || model.body < 0 || node <= model.body) return null
  const tag = tagName(model, node)
  // Nobody expects to see the head of a frame's document.
  if (unreadTags(model).has(tag) || tag === 'head') return null
  const own = flags[node] ?? 0
  const above = flags[model.parent[node] as number] ?? 0
  if ((own & LAYOUT_DISPLAYED) === 0 && (above & LAYOUT_DISPLAYED) !== 0) return 'computed style display:none'
  if ((own & LAYOUT_VISIBLE) === 0 && (above & LAYOUT_VISIBLE) !== 0 && (own & LAYOUT_DISPLAYED) !== 0) return 'computed style: not visible'
  return null
}

/** The badges of a row. */
export function badgesOf(model: PageModel, node: NodeId): Badge[] {
  if (model.kind[node] !== ELEMENT) return []
  const badges: Badge[] = []
  const cause = hiddenCause(model, node)
  if (cause) badges.push({ text: 'hidden', title: `Hidden: ${cause}` })
  const tag = tagName(model, node)
  const href = tag === 'a' ? attribute(model, node, 'href') : null
  if (href !== null) badges.push({ text: 'link', title: href.slice(0, 500) })
  const media = MEDIA[tag]
  if (media) badges.push({ text: media, title: (attribute(model, node, 'alt') ?? attribute(model, node, 'src') ?? media).slice(0, 500) })
  const role = attribute(model, node, 'role')
  if (role) badges.push({ text: role, title: `role="${role}"` })
  const type = attribute(model, node, 'itemtype')
  if (type) badges.push({ text: type.replace(/^.*\//, ''), title: type })
  return badges
}
