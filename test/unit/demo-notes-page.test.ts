import { parseHTML } from 'linkedom'
import { beforeEach, describe, expect, it } from 'vitest'
import { NotesPage, type NotesNow } from '../../renderer/features/demo/tours/notes-window'
import type { NotesPart } from '../../renderer/features/demo/tours/speaker-notes'

let document: Document
const told = (): string[] => [...document.body.children].slice(1).map((element) => element.textContent ?? '')
const clock = (): string => document.querySelector('.clock')?.textContent ?? ''
const say = (text: string) => (): NotesPart[] => [{ kind: 'say', text }]

beforeEach(() => {
  document = parseHTML('<!doctype html><html><body>Loading …</body></html>').document
})

describe('the page of the speaker’s notes', () => {
  it('has its clocks, and a paragraph for each part, its title as a heading', () => {
    new NotesPage(document, 0).draw(
      { key: 'a', place: 'tour 0', parts: () => [{ kind: 'title', text: 'The best node' }, ...say('Look.')()] },
      0,
    )
    expect(told()).toEqual(['The best node', 'Look.'])
    expect(document.querySelector('h1.title')?.textContent).toBe('The best node')
    expect(document.querySelector('p.say')?.textContent).toBe('Look.')
  })
  it('is not drawn again for what it shows already', () => {
    const page = new NotesPage(document, 0)
    page.draw({ key: 'a', place: 'tour 0', parts: say('first') }, 0)
    page.draw({ key: 'a', place: 'tour 0', parts: say('again') }, 10)
    expect(told()).toEqual(['first'])
    page.draw({ key: 'b', place: 'tour 0', parts: say('second') }, 20)
    expect(told()).toEqual(['second'])
  })
  it('counts the talk from the first move, not from when the notes were opened, and the stop from when one came there', () => {
    const page = new NotesPage(document, 0)
    page.draw({ key: 'a', place: 'tour 0', parts: say('') }, 0)
    page.tick(65_000)
    expect(clock()).toMatch(/talk 0:00 · here 0:00$/)
    page.draw({ key: 'b', place: 'tour 1', parts: say('') }, 70_000)
    page.tick(73_000)
    expect(clock()).toMatch(/talk 0:03 · here 0:03$/)
    // Another moment of the same stop.
    page.draw({ key: 'c', place: 'tour 1', parts: say('') }, 80_000)
    expect(clock()).toMatch(/talk 0:10 · here 0:10$/)
  })
  it('shows the picture of the next stop, drawn once for each', () => {
    const page = new NotesPage(document, 0)
    let drawn = 0
    const next = (of: string): NotesNow['next'] => ({ of, draw: () => ({ address: `data:,${++drawn}`, words: `The tree at ${of}` }) })
    page.draw({ key: 'a', place: 'tour 0', parts: say(''), next: next('one') }, 0)
    page.draw({ key: 'b', place: 'tour 0', parts: say(''), next: next('one') }, 1)
    expect(document.querySelector('img')?.getAttribute('alt')).toBe('The tree at one')
    expect(drawn).toBe(1)
    page.draw({ key: 'c', place: 'tour 1', parts: say(''), next: { of: 'none', draw: () => null } }, 2)
    expect(document.querySelector('img')).toBeNull()
  })
})
