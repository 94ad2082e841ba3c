import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readElectronArguments, sourceOfArgument } from '../../electron/services/initial-source'
import { folderForAll } from '../fixtures/temporary-folder'

const folder = folderForAll('initial')
beforeAll(() => {
  writeFileSync(join(folder, 'My page.html'), '<p>here')
})

describe('the source that an argument names', () => {
  test('a file address is the path of its file, also with spaces', () => {
    const path = join(folder, 'My page.html')
    expect(sourceOfArgument(pathToFileURL(path).href, '/elsewhere')).toEqual({ kind: 'file', path })
    expect(sourceOfArgument(pathToFileURL(path).href.replace('file:', 'FILE:'), '/elsewhere')).toEqual({ kind: 'file', path })
  })

  test('a path is relative to the user’s folder, an address stays an address, and a bare name is a host', () => {
    expect(sourceOfArgument('My page.html', folder)).toEqual({ kind: 'file', path: join(folder, 'My page.html') })
    expect(sourceOfArgument('https://example.org/a', folder)).toEqual({ kind: 'url', url: 'https://example.org/a' })
    expect(sourceOfArgument('example.org', folder)).toEqual({ kind: 'url', url: 'https://example.org' })
    expect(sourceOfArgument(undefined, folder)).toEqual({ kind: 'sample', id: 'news-article' })
  })
})

describe('the command line of the Electron application', () => {
  const root = '/home/ann/boilerscope'
  const development = { root, isDefaultApp: true, folder: '/home/ann' }
  const packaged = { root: '/opt/Boilerscope/resources/app.asar', isDefaultApp: false, folder: '/home/ann' }
  const e = '/home/ann/boilerscope/node_modules/electron/dist/electron'

  test.each([
    ['started by a person', [e, root, 'page.html'], development],
    ['started by root, without a sandbox', [e, '--no-sandbox', root, 'page.html'], development],
    ['started by Playwright', [e, '--no-sandbox', '--inspect=0', '--remote-debugging-port=0', root, 'page.html'], development],
    ['started in its own folder', [e, '.', 'page.html'], { ...development, folder: root }],
    ['a second instance', [e, '--allow-file-access-from-files', root, '--original-process-start-time=1', 'page.html'], development],
    ['installed', ['/opt/Boilerscope/boilerscope', 'page.html'], packaged],
    ['installed, with switches', ['/opt/Boilerscope/boilerscope', '--ozone-platform=wayland', 'page.html', '--lang=de'], packaged],
  ])('%s: the page is the argument after the application', (_name, argv, place) =>
    expect(readElectronArguments(argv, place)).toEqual({ page: 'page.html', selfCheck: null, extractors: [] }),
  )

  test.each([
    [[e, '--no-sandbox', root], development],
    [[e, '--no-sandbox', '--inspect=0', '--remote-debugging-port=0', root], development],
    [[e, '--type=weird'], development],
    [['/opt/Boilerscope/boilerscope'], packaged],
  ])('without a page none is opened: %j', (argv, place) => expect(readElectronArguments(argv, place).page).toBeUndefined())

  test('the file of a self-check is not opened as a page', () => {
    expect(readElectronArguments(['boilerscope', '--self-check', 'found.json'], packaged)).toEqual({
      page: undefined,
      selfCheck: '/home/ann/found.json',
      extractors: [],
    })
    expect(readElectronArguments([e, root, '--self-check=/tmp/found.json', 'page.html'], development)).toEqual({
      page: 'page.html',
      selfCheck: '/tmp/found.json',
      extractors: [],
    })
  })

  test('files of extractors are not opened as pages', () => {
    expect(readElectronArguments(['boilerscope', '--extractor', 'mine.ts', '--extractor=/tmp/prog.json', 'page.html'], packaged)).toEqual({
      page: 'page.html',
      selfCheck: null,
      extractors: ['/home/ann/mine.ts', '/tmp/prog.json'],
    })
  })
})
