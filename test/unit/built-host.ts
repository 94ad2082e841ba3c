import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Packr } from 'msgpackr'
import WebSocket from 'ws'
import { bytesOfMessage, createClient, type Client, type HostMessage } from '../../shared/contract/client'

const root = join(import.meta.dirname, '../..')
const server = join(root, 'out/main/server.js')

export const isHostBuilt = existsSync(server)

export interface BuiltHost {
  readonly port: number
  readonly pid: number | undefined
  ended(): number | string | null
  stop(): Promise<void>
}

export async function startBuiltHost(
  folder: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<BuiltHost> {
  const host = spawn(process.execPath, [server, '--port', '0', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let ended: number | string | null = null
  const gone = new Promise<void>((resolve) =>
    host.once('exit', (code, signal) => {
      ended = code ?? signal
      resolve()
    }),
  )
  const port = await new Promise<number>((resolve) => {
    host.stdout.on('data', (data: Buffer) => {
      const found = /127\.0\.0\.1:(\d+)/.exec(data.toString())?.[1]
      if (found !== undefined) resolve(Number(found))
    })
  })
  return {
    port,
    pid: host.pid,
    ended: () => ended,
    async stop() {
      host.kill('SIGTERM')
      await gone
    },
  }
}

export async function socketOf({ port }: BuiltHost, token: string) {
  const packr = new Packr({ structuredClone: true, useRecords: false })
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket?token=${token}`, { origin: `http://127.0.0.1:${port}` })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    send: (message: unknown): void => socket.send(packr.pack(message)),
    onMessage: (listener: (message: HostMessage) => void): void => {
      const readPiece = async (data: Buffer | string): Promise<void> =>
        listener(packr.unpack(await bytesOfMessage(data, (address) => fetch(`http://127.0.0.1:${port}${address}`))) as HostMessage)
      socket.on('message', (data, isBinary) => void readPiece(isBinary ? (data as Buffer) : (data as Buffer).toString('latin1')))
    },
  }
}

export async function clientOf(host: BuiltHost, token: string): Promise<Client & { readonly close: () => void }> {
  const { socket, ...ends } = await socketOf(host, token)
  const client = createClient({ ...ends, onClose: (listener) => socket.once('close', () => listener()) })
  return { ...client, close: () => socket.terminate() }
}
