/** The programs of the command line by their names; all but `cli` and `extractor` are what it starts. The window’s hosts have them, too. */
export const CLI_PROGRAMS = {
  cli: 'electron/cli/cli.ts',
  'batch-worker': 'electron/worker/batch-worker.ts',
  'corpus-worker': 'electron/worker/corpus-worker.ts',
  'evaluation-worker': 'electron/worker/evaluation-worker.ts',
  worker: 'electron/worker/extraction-worker.ts',
  'reduce-worker': 'electron/worker/reduce-worker.ts',
  'program-thread': 'electron/worker/program-thread.ts',
  'module-runner': 'electron/worker/module-runner.ts',
  'module-hooks': 'electron/worker/module-hooks.ts',
  extractor: 'shared/extractors/own/extractor-kit.ts',
}
