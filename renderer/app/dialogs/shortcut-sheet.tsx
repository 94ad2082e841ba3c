import { Dialog } from '../../components/dialog'
import { actions } from '../../window/window'
import { ACTIONS } from '../actions/actions'
import { formatKeys } from '../../components/keys'
import './palette.css'

const GROUPS = ['File', 'Edit', 'View', 'Tree', 'Extractor', 'Annotate', 'Demonstrate', 'Go', 'Help'] as const

/** Keys of the tree, which are not actions of the whole window. */
const TREE_KEYS: readonly (readonly [string, string])[] = [
  ['Move', '↑ ↓'],
  ['Open, close, or go to the parent', '← →'],
  ['First, last', 'Home End'],
  ['Expand all below', '*'],
  ['Next or previous sibling', 'Alt+↑ Alt+↓'],
  ['Open or close a whole subtree', 'Alt+click'],
  ['Search by typing', 'any letter'],
]

/** Keys that a corpus has of its own. */
const LABEL_KEYS: readonly (readonly [string, string])[] = [['Choose a label of the corpus', '1 … 9']]

/** Every key. */
export function ShortcutSheet() {
  return (
    <Dialog label="Keyboard shortcuts" onClose={() => actions.setOverlay(null)}>
      <div className="shortcut-sheet" tabIndex={0} role="region" aria-label="All shortcuts">
        {GROUPS.map((group) => (
          <section key={group} className="shortcut-group">
            <h3>{group}</h3>
            <dl>
              {ACTIONS.filter((action) => action.group === group && (action.keys?.length ?? 0) > 0).map((action) => (
                <div key={action.id}>
                  <dt>{action.label}</dt>
                  <dd>
                    <kbd>{formatKeys(action.keys?.[0] ?? '')}</kbd>
                  </dd>
                </div>
              ))}
              {group === 'Tree' || group === 'Annotate'
                ? (group === 'Tree' ? TREE_KEYS : LABEL_KEYS).map(([label, keys]) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        <kbd>{keys}</kbd>
                      </dd>
                    </div>
                  ))
                : null}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
