import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSamples } from '../../electron/services/sources/collection-folder'
import { root } from '../../scripts/ensure.mjs'
import { listFolders, sampleCorpus } from '../../electron/services/corpus/places'
import { openCorpus } from '../../electron/services/corpus/store/corpus-store'
import { saveGold } from '../../electron/services/corpus/store/gold-store'
import { goldOfFile } from '../../electron/services/corpus/corpus-pages'
import { toFailure } from '../../shared/base/failure'
import { newGoldFile } from '../../shared/gold/gold-file'
import { NOW } from '../fixtures/captured'
import { temporaryFolder } from '../fixtures/temporary-folder'

const samples = createSamples(join(root, 'electron', 'samples'))
const folderOf = temporaryFolder('sample-corpus')
let folder: string
beforeEach(() => {
  folder = folderOf()
})

it('the sample corpus keeps its labels', async () => {
  const path = await sampleCorpus(samples, folder, NOW)
  const store = await openCorpus(path)
  await saveGold(store.root, newGoldFile('news-article', (await store.capture('news-article')).sha256, 'ann', NOW), null)
  expect(await sampleCorpus(samples, folder, NOW)).toBe(path)
  expect((await (await openCorpus(path)).entry('news-article')).gold).toHaveLength(1)
})

describe('the gold text of a page’s file', () => {
  it('is the gold text of its corpus', async () => {
    const store = await openCorpus(await sampleCorpus(samples, folder, NOW))
    const file = join(store.root, 'pages', 'news-article', 'page.html')
    expect(await goldOfFile(file)).toBe(null)
    await mkdir(join(store.root, 'pages', 'news-article', 'gold'), { recursive: true })
    await writeFile(join(store.root, 'pages', 'news-article', 'gold', 'ann.txt'), 'The tide mill')
    expect(await goldOfFile(file)).toEqual({ text: 'The tide mill' })
  })

  it('is the ground truth of WCXB, and the text beside a sample', async () => {
    for (const name of ['html', 'ground-truth']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'ground-truth', '0001.json'), JSON.stringify({ ground_truth: { main_content: 'Eleven volunteers' } }))
    expect(await goldOfFile(join(folder, 'html', '0001.html.gz'))).toEqual({ text: 'Eleven volunteers' })
    expect(await goldOfFile(join(root, 'electron', 'samples', 'pages', 'overview.html'))).toEqual({ text: await samples.gold('overview') })
  })

  it('is missing without a file, or with an unreadable one', async () => {
    await mkdir(join(folder, 'ground-truth'))
    await writeFile(join(folder, 'ground-truth', '0002.json'), '{')
    for (const path of [join(folder, 'html', '0002.html'), join(folder, 'page.html'), join(folder, 'pages', 'x', 'page.html')])
      expect(await goldOfFile(path)).toBe(null)
    expect(await samples.gold('../index')).toBe(null)
  })
})

describe('the folders of a machine', () => {
  it('are listed in order, with marked corpora and the parent folder, without files and hidden folders', async () => {
    for (const name of ['b 10', 'b 9', '.git', 'corpus']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'corpus', 'corpus.json'), '{}')
    await writeFile(join(folder, 'file.txt'), '')
    const listing = await listFolders(folder)
    expect(listing.folders.map(({ name, isCorpus }) => `${name} ${isCorpus}`)).toEqual(['b 9 false', 'b 10 false', 'corpus true'])
    expect(listing.parent).toBe(tmpdir())
    expect((await listFolders('/')).parent).toBeNull()
  })

  it('that are missing are typed failures', async () =>
    expect(toFailure(await listFolders(join(folder, 'none')).catch((thrown: unknown) => thrown)).code).toBe('file.not-found'))
})
