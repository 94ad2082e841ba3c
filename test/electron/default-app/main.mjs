// Starts the application like the default application of an Electron release. The folder of the application is the first argument that
// does not start with a dash.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')))
const { desktopName, main, name, productName, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
Object.defineProperty(process, 'defaultApp', { value: true })
app.setName(productName ?? name)
app.setVersion(version)
app.setDesktopName(desktopName)
app.setAppPath(folder)
await import(pathToFileURL(join(folder, main)).href)
