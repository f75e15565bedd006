import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import t, { type Test } from 'tap'
import { readerRequests, type ReaderRequest } from './request.js'

const account = { user: 'reader', password: 'secret', database: 'w1' }
const question: ReaderRequest = { account, statement: 'SELECT 1', format: 'JSON' }
const insert: ReaderRequest = {
  ...question,
  statement: 'INSERT INTO t FORMAT TSV',
  data: [Buffer.from('1\n')],
}

/** A server and requests to it, ended with the test. */
async function serving(t: Test, listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  const connections: Socket[] = []
  server.on('connection', (socket: Socket) => void connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests = readerRequests(url, { idleMs: 60_000 })
  t.teardown(() => {
    requests.close()
    server.closeAllConnections()
    server.close()
  })
  return { connections, read: (request = question) => requests.read(request, 1_000) }
}

/** Keeps this thread busy, as a large request or other programs may. */
function busy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

t.test('a request waits for its connection while the event loop is busy', async (t) => {
  const { read } = await serving(t, (_, response) => response.end('1'))
  const answer = read()
  // The connection is being made from the next turn on.
  await Promise.resolve()
  setImmediate(() => {
    busy(800)
  })
  t.equal(await answer, '1')
})

t.test(
  'a question is sent again if the server closes the connection that it reuses, an INSERT is not',
  async (t) => {
    const asked: string[] = []
    const used = new Set<Socket>()
    const { connections, read } = await serving(t, (request, response) => {
      asked.push(request.headers['content-type'] ?? '')
      if (used.has(request.socket)) request.socket.destroy()
      else response.end('1')
      used.add(request.socket)
    })
    t.equal(await read(), '1')
    t.equal(await read(), '1')
    t.equal(asked.length, 3, 'the second question arrived twice')
    t.equal(connections.length, 2)
    await t.rejects(read(insert), { code: 'ECONNRESET' })
    t.equal(asked.length, 4)
  },
)

t.test('a question on a new connection is not sent again', async (t) => {
  let asked = 0
  const { read } = await serving(t, (request) => {
    asked++
    request.socket.destroy()
  })
  await t.rejects(read(), { code: 'ECONNRESET' })
  t.equal(asked, 1)
})

t.test('an unused connection is closed before the server does so', async (t) => {
  const { connections, read } = await serving(t, (_, response) => response.end('1'))
  t.equal(await read(), '1')
  const [connection] = connections
  if (connection === undefined) throw new Error('no connection')
  await once(connection, 'close')
  t.equal(await read(), '1')
  t.equal(connections.length, 2)
})
