/** A SOCKS 5 proxy on loopback for one browser page. The proxy receives host names and connects only to checked addresses. */
import { once } from 'node:events'
import { connect, createServer, isIP, type AddressInfo, type Socket } from 'node:net'

export interface ConnectionGate {
  /** Returns the checked addresses of a host; an empty list if the browser must not connect. */
  addresses(host: string, port: number): Promise<readonly string[]>
  /** Called if the connection fails before it carries data. @param error Chromium's name of the error, such as `ERR_CONNECTION_REFUSED` */
  unreachable(host: string, port: number, error: string): void
}

export const NO_CONNECTION: ConnectionGate = { addresses: () => Promise.resolve([]), unreachable: () => undefined }

export type Dial = (addresses: readonly string[], port: number) => Socket

const ATTEMPT = 2_000

const dialAddresses: Dial = (addresses, port) => {
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  return connect({
    port,
    host: addresses.length === 1 ? (addresses[0] ?? '') : 'checked',
    lookup: (_host, _options, done) => done(null, checked),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT,
  })
}

const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
}

const DONE = 0
const FORBIDDEN = 2
const REFUSED = 5
const reply = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])

export type CheckedProxy = Awaited<ReturnType<typeof startCheckedProxy>>

export async function startCheckedProxy(dial: Dial = dialAddresses) {
  let gate: ConnectionGate | null = null
  const sockets = new Set<Socket>()
  const hold = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    hold(client)
    serve(client).catch(() => client.destroy())
  })

  async function serve(client: Socket): Promise<void> {
    const { host, port } = await readRequest(client)
    const current = gate
    const addresses = (await current?.addresses(host, port)) ?? []
    if (current === null || current !== gate || addresses.length === 0) return void client.end(reply(FORBIDDEN))
    const remote = dial(addresses, port)
    hold(remote)
    remote.once('connect', () => {
      client.write(reply(DONE))
      client.pipe(remote).pipe(client)
    })
    remote.once('error', (error: NodeJS.ErrnoException) => {
      if (remote.bytesRead + remote.bytesWritten > 0) return client.destroy()
      current.unreachable(host, port, ERRORS[error.code ?? ''] ?? 'ERR_CONNECTION_FAILED')
      client.end(reply(REFUSED))
    })
    remote.once('close', () => client.end())
    client.once('close', () => remote.destroy())
  }

  const guard = (next: ConnectionGate | null): void => {
    gate = next
    if (next === null) for (const socket of sockets) socket.destroy()
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  return {
    address: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    guard,
    close(): void {
      guard(null)
      server.close()
    },
  }
}

/** Reads the greeting and the request of a SOCKS client (RFC 1928). */
async function readRequest(client: Socket): Promise<{ readonly host: string; readonly port: number }> {
  const [version, methods = 0] = await readBytes(client, 2)
  if (version !== 5) throw new Error('the client does not use SOCKS 5')
  await readBytes(client, methods)
  client.write(Buffer.from([5, 0]))
  const [, command, , kind] = await readBytes(client, 4)
  if (command !== 1) throw new Error('the proxy accepts only the SOCKS command CONNECT')
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await readBytes(client, 1))[0] ?? 0)
  const host = await readBytes(client, length)
  const port = (await readBytes(client, 2)).readUInt16BE()
  const name = kind === 1 ? host.join('.') : kind === 4 ? (host.toString('hex').match(/.{4}/g) ?? []).join(':') : host.toString('latin1')
  // The gate expects an IPv6 address as in URLs: shortened and in brackets.
  return { host: isIP(name) === 6 ? new URL(`http://[${name}]`).hostname : name, port }
}

async function readBytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const read = count === 0 ? Buffer.alloc(0) : (socket.read(count) as Buffer | null)
    if (read !== null && read.length === count) return read
    if (socket.destroyed || socket.readableEnded) throw new Error('the client closed the connection')
    await new Promise<void>((resolve) => {
      const go = (): void => {
        socket.off('readable', go).off('close', go)
        resolve()
      }
      socket.on('readable', go).on('close', go)
    })
  }
}
