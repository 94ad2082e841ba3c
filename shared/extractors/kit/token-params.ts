import { choice, number } from '../core/params'

/** The parameters that every token-based extractor has. */
export const tokenParams = {
  words: choice({
    label: 'Words',
    default: 'white-space',
    options: [
      { value: 'white-space', label: 'split at white space' },
      { value: 'unicode', label: 'runs of letters; each CJK character one' },
    ],
    origin: 'paper',
    cites: 'not at hand',
    description:
      'What counts as a word token. The methods split at white space, which makes a Chinese, Japanese or Thai paragraph a single word; the other choice counts its characters.',
  }),
  voidTags: number({
    label: 'Tags of an empty element',
    default: 2,
    min: 1,
    max: 2,
    step: 1,
    origin: 'ours',
    description:
      'Tag tokens of an element that has no end tag, such as br or img: two like every other element, or only the one that is written.',
  }),
} as const
