import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A server's address that can be switched off and on; `accepted` counts the connections so far. */
export async function relay(t: Test, target: URL) {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer((near) => {
    accepted += 1
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const port = await listen(0)
  t.teardown(stop)
  return { port, stop, start: () => listen(port), accepted: () => accepted }
}
