#!/usr/bin/env node
import { join } from 'node:path'
import { describeFailure } from './cli-io'
import { isBrokenPipe, runCli } from './program'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (isBrokenPipe(error)) process.exit(0)
    if (stream !== process.stderr) process.stderr.write(describeFailure(error))
    process.exit(1)
  })
}

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  registry: async () => (await import('../../shared/extractors')).descriptions,
  extractor: async (id) => {
    const { registryFor } = await import('../peers/registry-for')
    const { findExtractor } = await import('../../shared/extractors/core/run')
    return findExtractor(await registryFor([id]), id)
  },
  // The path of this file is out/main/cli.js, two levels below the application's folder.
  root: join(import.meta.dirname, '..', '..'),
  workers: import.meta.dirname,
})
// An open terminal on standard input would keep the process alive.
process.stdin.unref?.()
