/** An error in a static import would open a blocking dialog, so the entry point imports the rest dynamically. */
import { app, dialog } from 'electron'

await import('./start-host').catch((thrown: unknown) => {
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  console.error(message)
  if (!process.argv.some((argument) => argument.startsWith('--self-check')))
    dialog.showErrorBox('Boilerscope could not be started', message)
  app.exit(1)
})
