/** Native menus of the desktop application. A menu has at most twelve entries; the palette has every action. */
import { ACTIONS } from './actions'

const NATIVE = new Set([
  ...[
    'open-file',
    'focus-address',
    'paste-html',
    'open-session',
    'save-session',
    'save-text',
    'save-html',
    'settings',
    'new-tab',
    'close-tab',
  ],
  ...['undo', 'redo', 'copy-text', 'copy-markdown'],
  ...['toggle-kept', 'toggle-dim', 'toggle-gold', 'zoom-in', 'zoom-out', 'theme'],
  ...[
    'search-tree',
    'select-parent',
    'expand-below',
    'collapse-below',
    'copy-selector',
    'copy-node-html',
    'copy-node-text',
    'must-keep',
    'reduce',
  ],
  ...['add-extractor', 'new-extractor', 'libraries', 'own-extractors', 'next-extractor', 'previous-extractor'],
  ...['preset-default', 'preset-as-printed', 'reset-parameters', 'mode-source', 'mode-rendered'],
  ...['back', 'forward', 'reload', 'next-tab', 'previous-tab', 'next-kept', 'previous-kept'],
  ...['inspect', 'compare', 'annotate', 'evaluate', 'demonstrate'].map((workspace) => `workspace-${workspace}`),
  ...['palette', 'tours', 'help', 'shortcuts'],
])

export const NATIVE_ACTIONS = ACTIONS.filter(({ id }) => NATIVE.has(id))
