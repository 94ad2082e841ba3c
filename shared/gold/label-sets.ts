/** Sets of labels as the field uses them, to begin a corpus with. */

export interface LabelSet {
  readonly id: string
  readonly title: string
  readonly labels: readonly { readonly name: string; readonly description: string; readonly isContent: boolean }[]
}

/** Keys follow from the order: 1 for the first label, up to 9. */
export const LABEL_SETS: readonly LabelSet[] = [
  {
    id: 'content',
    title: 'Content alone',
    labels: [{ name: 'content', description: 'Main content: what the page is about.', isContent: true }],
  },
  {
    id: 'dragnet',
    title: 'Content and comments (Dragnet)',
    labels: [
      { name: 'content', description: 'Main content: what the page is about.', isContent: true },
      { name: 'comments', description: 'What readers wrote about it.', isContent: false },
    ],
  },
  {
    id: 'cleaneval',
    title: 'Headings, paragraphs, lists (CleanEval)',
    labels: [
      { name: 'heading', description: 'Headings of the content (<h>).', isContent: true },
      { name: 'paragraph', description: 'Paragraphs of the content (<p>).', isContent: true },
      { name: 'list', description: 'Items of lists in the content (<l>).', isContent: true },
    ],
  },
  {
    id: 'kinds',
    title: 'Content, and kinds of boilerplate',
    labels: [
      { name: 'content', description: 'Main content: what the page is about.', isContent: true },
      { name: 'title', description: 'The headline of the content.', isContent: true },
      { name: 'list', description: 'Lists that belong to the content.', isContent: true },
      { name: 'comments', description: 'What readers wrote about it.', isContent: false },
      { name: 'navigation', description: 'Menus, lists of links, breadcrumbs.', isContent: false },
      { name: 'advertisement', description: 'Advertising.', isContent: false },
      { name: 'related', description: 'Teasers of other pages.', isContent: false },
      { name: 'template', description: 'Headers, footers, notices of copyright: the same on all pages of the site.', isContent: false },
      { name: 'form', description: 'Search fields, sign-up, sharing.', isContent: false },
    ],
  },
]
