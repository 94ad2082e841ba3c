/** Recording and editing a tour of one's own. Each change is kept at once; nothing is lost by closing. */
import { create } from 'zustand'
import { hashText } from '../../../../shared/base/hash'
import type { Failure } from '../../../../shared/base/failure'
import { chooseFiles, fileName, saveFile } from '../../../components/panel/save-file'
import { storeSource } from '../../../window/session'
import { actions, currentTab, getState } from '../../../window/window'
import { tabTitle } from '../../../window/window-state'
import { demoActions, momentOf, useDemo } from '../state/demo'
import { forgetTour, keepTour } from './own-tours'
import {
  changed,
  changedStop,
  draftOf,
  movedStop,
  redone,
  undone,
  withoutStop,
  withStop,
  type TourDraft,
  fingerprintOf,
  isRecordedRun,
  readTourFile,
  stopAt,
  tourOf,
  type TourFile,
  type TourFileStop,
} from './tour-file'

interface Recorder {
  readonly draft: TourDraft | null
  /** The stop that is edited, -1 for none. */
  readonly selected: number
}

export const useRecorder = create<Recorder>()(() => ({ draft: null, selected: -1 }))

const read = useRecorder.getState

/** Not kept beyond the window: told once. */
let told = false

function put(draft: TourDraft, selected = read().selected): void {
  useRecorder.setState({ draft, selected: Math.min(draft.file.stops.length - 1, Math.max(draft.file.stops.length > 0 ? 0 : -1, selected)) })
  // A tour without a stop is none yet.
  if (draft.file.stops.length === 0) forgetTour(draft.file.id)
  else if (!keepTour(draft.file) && !told) {
    told = true
    actions.notify('The tour cannot be kept here: the storage is full. Save it as a file.')
  }
}

function edit(change: (file: TourFile) => TourFile, field = '', selected?: number): void {
  const { draft } = read()
  if (draft) put(changed(draft, change(draft.file), field), selected)
}

/** A tour of the run on the stage, without stops; null where nothing is there to record. */
function tourOfStage(): TourFile | null {
  const { run, example } = useDemo.getState()
  const tab = currentTab()
  const source = example ? ({ kind: 'html', html: example.html, name: 'Example' } as const) : tab.source
  if (!run || !source) return null
  const title = example ? 'Example' : tabTitle(tab)
  const stamp = hashText(`${title} ${run.info.id} ${Date.now()} ${Math.random()}`, 1)
  return {
    format: 'boilerscope-tour',
    version: 1,
    id: `own-${stamp.toString(36)}`,
    title: `My tour of ${run.info.title}`,
    about: '',
    page: { source: storeSource(source), mode: example ? 'source' : tab.mode, title: title.slice(0, 1000), ...fingerprintOf(run.page) },
    extractor: run.info.id,
    params: { ...run.extraction.params },
    moments: run.timeline.length,
    stops: [],
  }
}

export const recorderActions = {
  /** Begins a tour of the run on the stage. */
  begin: (): void => {
    const file = tourOfStage()
    if (!file) actions.notify('Nothing is on the stage yet.')
    else {
      demoActions.endTour()
      useRecorder.setState({ draft: draftOf(file), selected: -1 })
    }
  },
  /** Edits a tour that was recorded before. */
  edit: (file: TourFile): void => {
    demoActions.endTour()
    useRecorder.setState({ draft: draftOf(file), selected: file.stops.length > 0 ? 0 : -1 })
  },
  close: (): void => {
    useRecorder.setState({ draft: null, selected: -1 })
  },
  /** Puts the moment on the stage behind the stop that is edited. */
  addStop: (): void => {
    const { draft, selected } = read()
    const demo = useDemo.getState()
    if (!draft || !demo.run) return
    if (!isRecordedRun(draft.file, demo.run)) {
      actions.notify('The stage shows another run than this tour was begun with. Click a stop to go back to it.')
      return
    }
    const look = demo.spotlight ?? 'page'
    const stop = { ...stopAt(demo.run, momentOf(demo)), look }
    edit((file) => withStop(file, stop, selected), '', selected + 1)
  },
  /** Shows a stop on the stage, to be edited. */
  select: (index: number): void => {
    const { draft } = read()
    const stop = draft?.file.stops[index]
    const { run } = useDemo.getState()
    if (!draft || !stop) return
    useRecorder.setState({ selected: index })
    if (run && isRecordedRun(draft.file, run)) demoActions.goTo(stop.moment)
    else demoActions.startTour(tourOf(draft.file), index)
  },
  removeStop: (index: number): void => edit((file) => withoutStop(file, index)),
  moveStop: (index: number, by: 1 | -1): void => edit((file) => movedStop(file, index, by), '', index + by),
  changeStop: (index: number, change: Partial<TourFileStop>): void =>
    edit((file) => changedStop(file, index, change), `${index} ${Object.keys(change).join()}`),
  /** The stop is of the moment on the stage from now on. */
  moveHere: (index: number): void => {
    const { draft } = read()
    const demo = useDemo.getState()
    if (!draft || !demo.run || !isRecordedRun(draft.file, demo.run)) return
    const { moment, chapter, which, into } = stopAt(demo.run, momentOf(demo))
    edit((file) => changedStop(file, index, { moment, chapter, which, into }))
  },
  rename: (title: string): void => edit((file) => ({ ...file, title: title.slice(0, 200) }), 'title'),
  undo: (): void => {
    const { draft } = read()
    if (draft) put(undone(draft))
  },
  redo: (): void => {
    const { draft } = read()
    if (draft) put(redone(draft))
  },
  /** Plays the tour from its first stop. */
  play: (): void => {
    const { draft } = read()
    if (!draft || draft.file.stops.length === 0) return
    useRecorder.setState({ draft: null, selected: -1 })
    demoActions.startTour(tourOf(draft.file))
  },
}

/** Hands a tour over as a file. */
export function saveTour(file: TourFile): void {
  saveFile(fileName(file.title || 'tour', 'boilerscope-tour.json'), JSON.stringify(file, null, 1), 'application/json')
}

/** Opens the text of a tour's file: it stands among the own ones from then on, and begins. @returns why it does not */
export function openTourFile(text: string): Failure | null {
  const answer = readTourFile(text)
  if (!answer.ok) return answer.failure
  const { value: file } = answer
  const kept = keepTour(file)
  useRecorder.setState({ draft: null, selected: -1 })
  if (file.stops.length === 0) return null
  if (!getState().extractors.some(({ id }) => id === file.extractor)) {
    actions.notify(`The tour “${file.title}” is of the extractor “${file.extractor}”, which is not here. It is among your tours.`)
    return null
  }
  actions.setWorkspace('demonstrate')
  demoActions.startTour(tourOf(file))
  if (!kept) actions.notify('The tour is here as long as this window: the storage is full.')
  return null
}

/** Lets a person choose the file of a tour, and begins it. */
export function chooseTourFile(): void {
  chooseFiles({ accept: '.json,application/json' }, (files) => {
    void files[0]?.text().then((text) => {
      const failure = openTourFile(text)
      if (failure) actions.notify(failure)
    })
  })
}
