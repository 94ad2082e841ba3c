import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLabelHistories } from '../../electron/services/corpus/store/label-histories'
import { NO_LABELS, recordCommand, redo, startHistory, undo, type LabelCommand, type LabelHistory } from '../../shared/gold/label-commands'
import { resumeHistory, storeHistory, StoredHistory } from '../../shared/gold/stored-history'
import { textAxis } from '../../shared/gold/text-axis'
import { parsePage } from '../../shared/page/parse-page'
import { folderForAll } from '../fixtures/temporary-folder'

const SHA = 'a'.repeat(64)
const axis = textAxis(parsePage(`<body><h1>Title</h1>${'<p>Some words in a paragraph.</p>'.repeat(6)}</body>`))

const command: fc.Arbitrary<LabelCommand> = fc.oneof(
  fc.record({
    kind: fc.constant('add-range' as const),
    range: fc.record({ from: fc.nat(axis.length), to: fc.nat(axis.length) }),
    label: fc.constantFrom('content', 'title'),
  }),
  fc.record({ kind: fc.constant('subtract-range' as const), range: fc.record({ from: fc.nat(axis.length), to: fc.nat(axis.length) }) }),
  fc.record({ kind: fc.constant('set-page-type' as const), pageType: fc.constantFrom('article' as const, 'forum' as const, null) }),
  fc.record({ kind: fc.constant('set-notes' as const), notes: fc.string() }),
  fc.record({ kind: fc.constant('set-flag' as const), flag: fc.constantFrom('a', 'b'), on: fc.boolean() }),
  fc.constant({ kind: 'replace' as const, ranges: [] }),
)

function make(commands: readonly LabelCommand[], undone: number): LabelHistory {
  let history = commands.reduce((h, c) => recordCommand(axis, h, c), startHistory(NO_LABELS))
  for (let i = 0; i < undone; i++) history = undo(history)
  return history
}
const noted = (...notes: string[]): LabelHistory =>
  make(
    notes.map((text) => ({ kind: 'set-notes', notes: text })),
    0,
  )
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const keep = (history: LabelHistory): StoredHistory => StoredHistory.parse(plain(storeHistory(history, SHA)))

describe('a history of labels', () => {
  it('comes back as it was stored, whatever was done and undone', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), fc.nat(10), (commands, undone) => {
        const history = make(commands, undone)
        const back = resumeHistory(keep(history), axis.length, history.present)
        // The nearest state with these labels: one that occurs twice may be found in its other place.
        expect(plain([...back!.past, back!.present, ...back!.future])).toEqual(plain([...history.past, history.present, ...history.future]))
        expect(back!.past.length).toBe(history.past.length)
      }),
    )
  })

  it('goes on from the labels on disk where its last save did not arrive, and redo brings back what is missing', () => {
    const history = noted('one', 'two')
    const back = resumeHistory(keep(history), axis.length, { ...NO_LABELS, notes: 'one' })!
    expect(back.past.map((s) => s.notes)).toEqual([''])
    expect(redo(back).present.notes).toBe('two')
  })

  it('is nothing where the labels on disk are of somebody else', () => {
    const history = noted('one')
    expect(resumeHistory(keep(history), axis.length, { ...NO_LABELS, notes: 'theirs' })).toBeNull()
  })

  it('is nothing where its places are not on the page, overlap, or are missing', () => {
    const stored = keep(make([{ kind: 'add-range', range: { from: 0, to: 5 }, label: 'content' }], 0))
    const span = { from: 0, to: 5, label: 'content' }
    const present = { ...NO_LABELS, spans: [span] }
    expect(resumeHistory(stored, axis.length, present)).not.toBeNull()
    expect(resumeHistory(stored, 3, present)).toBeNull()
    expect(resumeHistory({ ...stored, done: 7 }, axis.length, present)).toBeNull()
    expect(resumeHistory({ ...stored, steps: [{ at: 3, drop: 2, add: [] }] }, axis.length, NO_LABELS)).toBeNull()
    expect(resumeHistory({ ...stored, steps: [{ at: 0, drop: 0, add: [span, span] }] }, axis.length, NO_LABELS)).toBeNull()
  })

  it('takes a step’s changes only, and forgets the oldest where it grows too large', () => {
    const notes = Array.from({ length: 1000 }, (_, i): LabelCommand => ({ kind: 'set-notes', notes: `note ${i}` }))
    const history = make(notes, 3)
    expect(JSON.stringify(storeHistory(history, SHA)).length).toBeLessThan(60_000)
    const short = StoredHistory.parse(storeHistory(history, SHA, 2000))
    expect(JSON.stringify(short).length).toBeLessThan(2500)
    const back = resumeHistory(short, axis.length, history.present)!
    expect(back.future).toHaveLength(3)
    expect(back.past.length).toBeGreaterThan(20)
    expect(undo(back).present.notes).toBe('note 995')
    expect(storeHistory(history, SHA, 10)).toBeNull()
  })
})

describe('the folder of histories', () => {
  const folder = folderForAll('histories')
  const key = { corpus: '/a/../corpus', page: '../../x', annotator: 'ann' }

  it('gives back what was kept last, after a restart too, and nothing where a file is damaged', async () => {
    const histories = createLabelHistories(folder)
    const [one, two] = [keep(noted('one')), keep(noted('two'))]
    expect(await histories.read(key)).toBeNull()
    const writes = [histories.keep(key, one), histories.keep(key, two)]
    expect(await histories.read(key)).toEqual(two)
    await Promise.all(writes)
    expect(await createLabelHistories(folder).read(key)).toEqual(two)
    expect(await histories.read({ ...key, annotator: 'ben' })).toBeNull()
    const files = await readdir(folder)
    expect(files).toHaveLength(1)
    await writeFile(join(folder, files[0]!), '{"format": "boiler')
    expect(await histories.read(key)).toBeNull()
    await histories.keep(key, null)
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps the latest only', async () => {
    const histories = createLabelHistories(join(folder, 'many'), 20)
    const history = keep(startHistory(NO_LABELS))
    for (let i = 0; i < 150; i++) await histories.keep({ ...key, page: `p${i}` }, history)
    expect((await readdir(join(folder, 'many'))).length).toBeLessThan(75)
    expect((await readdir(join(folder, 'many'))).length).toBeGreaterThanOrEqual(20)
    expect(await histories.read({ ...key, page: 'p149' })).toEqual(history)
    expect(await histories.read({ ...key, page: 'p0' })).toBeNull()
  })

  it('tell of a change that was never saved, to another run of the program, until it is dismissed', async () => {
    const here = createLabelHistories(folder)
    expect(await here.lostChange(key)).toBeNull()
    await here.noteUnsaved(key, true)
    // In this run its window is still about to save it.
    expect(await here.lostChange(key)).toBeNull()
    const next = createLabelHistories(folder)
    expect(await next.lostChange(key)).toMatch(/^\d{4}-/)
    await next.noteUnsaved(key, false)
    expect(await next.lostChange(key)).toBeNull()
  })

  it('do not tell of changes that were saved', async () => {
    const here = createLabelHistories(folder)
    await here.noteUnsaved(key, true)
    await here.noteUnsaved(key, false)
    expect(await createLabelHistories(folder).lostChange(key)).toBeNull()
  })
})
