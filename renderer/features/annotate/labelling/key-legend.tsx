import { useAnnotate } from '../state/annotate'
import { LABEL_ACTIONS } from './label-actions'
import { formatKeys } from '../../../components/keys'
import { labelKeys } from './frame/label-colours'
import panelStyles from './panels/label-panels.module.css'

const GROUPS = ['Cursor', 'Label', 'Page', 'Queue'] as const

/** Every key of this view. */
export function KeyLegend() {
  const labels = useAnnotate((state) => state.corpus?.labels) ?? []
  return (
    <div className={panelStyles.panel} role="region" aria-label="Keys" tabIndex={0}>
      {GROUPS.map((group) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          <dl className={panelStyles.keys}>
            {LABEL_ACTIONS.filter((action) => action.group === group).map(({ id, label, keys }) => (
              <div key={id}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{formatKeys(key)}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
            {group === 'Label'
              ? [...labelKeys(labels)].map(([key, name]) => (
                  <div key={name}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{name}</dd>
                  </div>
                ))
              : null}
          </dl>
        </section>
      ))}
      <section aria-label="Pointer">
        <h3>Pointer</h3>
        <dl className={panelStyles.keys}>
          <div>
            <dt>Click</dt>
            <dd>Label a block</dd>
          </div>
          <div>
            <dt>Shift-click</dt>
            <dd>Label from the cursor to there</dd>
          </div>
          <div>
            <dt>Drag</dt>
            <dd>Label text, to whole words</dd>
          </div>
          <div>
            <dt>Shift-drag</dt>
            <dd>Label the blocks in a box</dd>
          </div>
          <div>
            <dt>with Alt</dt>
            <dd>Take the label away</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}
