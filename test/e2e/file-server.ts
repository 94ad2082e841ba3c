import { createReadStream, existsSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import mime from 'mime'
import { serveHere } from '../fixtures/listen'

export interface FileServer {
  readonly url: string
  close(): Promise<void>
}

export async function serveFiles(folder: string, under: string): Promise<FileServer> {
  const { url, close } = await serveHere((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const inside = pathname.startsWith(under) ? decodeURIComponent(pathname.slice(under.length)) : null
    const requested = inside === null ? null : join(folder, normalize(inside))
    const file =
      requested !== null && existsSync(requested) && statSync(requested).isDirectory() ? join(requested, 'index.html') : requested
    if (file === null || !file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end('Not found')
      return
    }
    response.writeHead(200, { 'Content-Type': mime.getType(file) ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  return { url: url + under, close }
}
