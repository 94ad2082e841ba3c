/** Electron shows an error of a static import in a dialog that blocks `--self-check`. So the entry point imports the rest dynamically. */
import { app, dialog } from 'electron'

await import('./start-host').catch((thrown: unknown) => {
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  console.error(message)
  if (!process.argv.some((argument) => argument.startsWith('--self-check')))
    dialog.showErrorBox('Boilerscope could not be started', message)
  app.exit(1)
})
