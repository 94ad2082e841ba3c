import { useState, type FormEvent } from 'react'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { Button } from '../../components/button'
import { PanelPart } from '../../components/panel/panel'
import { actions } from '../../window/window'
import { readSets, writeSets, type ParamSet, type ParamSets } from './named-sets'
import { TextField } from '../../components/text-field'

/** Saves the values in force under a name, and brings saved ones back. */
export function NamedSets({ info, params }: { readonly info: ExtractorInfo; readonly params: ParamSet }) {
  return <Sets key={info.id} info={info} params={params} />
}

function Sets({ info, params }: { readonly info: ExtractorInfo; readonly params: ParamSet }) {
  const [sets, setSets] = useState<ParamSets>(() => readSets(info.id, info.params))
  const [name, setName] = useState('')
  const [former, setFormer] = useState<{ readonly what: 'Deleted' | 'Replaced'; readonly name: string; readonly set: ParamSet } | null>(
    null,
  )
  const [full, setFull] = useState(false)
  const names = Object.keys(sets).sort((a, b) => a.localeCompare(b))

  const store = (next: ParamSets): void => {
    setSets(next)
    setFull(!writeSets(info.id, next))
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const key = name.trim()
    if (key === '') return
    const replaced = sets[key]
    store({ ...sets, [key]: params })
    setName('')
    setFormer(replaced && !same(replaced, params) ? { what: 'Replaced', name: key, set: replaced } : null)
  }
  const remove = (key: string): void => {
    const set = sets[key]
    if (!set) return
    store(Object.fromEntries(Object.entries(sets).filter(([other]) => other !== key)))
    setFormer({ what: 'Deleted', name: key, set })
  }
  return (
    <PanelPart title="Named sets">
      {names.length > 0 ? (
        <ul className="param-sets">
          {names.map((key) => (
            <li key={key}>
              <Button
                small
                tone="link"
                aria-current={same(sets[key], params) ? 'true' : undefined}
                onClick={() => actions.setParams(sets[key] ?? {})}
              >
                {key}
              </Button>
              {same(sets[key], params) ? <span className="param-changed">in force</span> : null}
              <Button small aria-label={`Delete the set ${key}`} onClick={() => remove(key)}>
                Delete
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {former ? (
        <p className="param-removed" role="status">
          {former.what} “{former.name}”.{' '}
          <Button
            small
            tone="link"
            onClick={() => {
              store({ ...sets, [former.name]: former.set })
              setFormer(null)
            }}
          >
            Undo
          </Button>
        </p>
      ) : null}
      {full ? (
        <p className="param-error" role="alert">
          The set could not be stored: the browser’s storage is full or closed. It is lost when the window closes.
        </p>
      ) : null}
      <form className="param-save" onSubmit={save}>
        <TextField
          className="param-select"
          aria-label="Name of the new set"
          placeholder="Name"
          maxLength={60}
          value={name}
          onChange={setName}
        />
        <Button small type="submit" disabled={name.trim() === ''}>
          {sets[name.trim()] ? 'Replace' : 'Save values'}
        </Button>
      </form>
    </PanelPart>
  )
}

function same(a: ParamSet | undefined, b: ParamSet): boolean {
  return a !== undefined && Object.entries(a).every(([name, value]) => b[name] === value)
}
