import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { copiable, copyOf } from '../../services/own/copy-source'
import { newExtractorFiles, TYPES_FILE } from '../../services/own/new-extractor'
import { usage, write, type CliIo } from '../cli-io'

/** `boilerscope new-extractor`: a method of one's own to begin with. */
export function addNewExtractorCommand(program: Command, io: CliIo): void {
  program
    .command('new-extractor')
    .description('write an extractor of your own to begin with: a module, or a folder with a module, its test and a package')
    .argument('<path>', 'NAME.ts for the module alone, or the folder to make')
    .option('--from <id>', `begin with a copy of an extractor of ours: ${copiable().join(', ')}`)
    .action(async (path: string, { from }: { readonly from?: string }) => {
      const at = resolve(io.cwd, path)
      const method = from === undefined ? undefined : copyOf(from, basename(at).replace(/\.m?ts$/, ''))
      if (method === null) throw usage(`"${from}" cannot be copied.`, `Choose one of: ${copiable().join(', ')}.`)
      const files = newExtractorFiles(at, { home: io.root, ...(method && { method }) })
      const written = [...files.keys()].map((file) => relative(io.cwd, join(dirname(at), file)) || file)
      for (const [file, text] of files) {
        const to = join(dirname(at), file)
        await mkdir(dirname(to), { recursive: true })
        // Nothing of the person's is written over; the types are ours.
        await writeFile(to, text, { flag: basename(to) === TYPES_FILE ? 'w' : 'wx' })
      }
      const module = written[0] ?? path
      await write(io.stdout, `${written.join('\n')}\n\nTry it: boilerscope extract --extractor ./${module} page.html\n`)
      if (!/\.m?ts$/.test(at)) await write(io.stdout, `Test it: cd ${relative(io.cwd, at) || '.'} && npm test\n`)
    })
}
