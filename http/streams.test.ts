import t from 'tap'
import { inWorkspace, open, Reply, definePlugin, ServiceError } from '../contract/index.js'
import { runDemo, workspace, tokenOf } from '../test/support/demo-service.js'

/** What each stream has yielded, and whether it was ended. */
const seen = { yielded: 0, ended: 0 }

async function* lines(count: number, fault: (n: number) => void): AsyncGenerator<Uint8Array> {
  try {
    for (let n = 0; n < count; n++) {
      fault(n)
      seen.yielded += 1
      yield Buffer.alloc(10_000, 'x')
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    seen.ended += 1
  }
}

const never = (): void => undefined
const failing =
  (at: number, error: Error) =>
  (n: number): void => {
    if (n === at) throw error
  }
const bodies: Readonly<Record<string, () => AsyncIterable<Uint8Array>>> = {
  whole: () => lines(5, never),
  empty: () => lines(0, never),
  endless: () => lines(Infinity, never),
  early: () => lines(5, failing(0, new ServiceError('TIMEOUT', 'too slow'))),
  fault: () => lines(5, failing(0, new Error('secret'))),
  late: () => lines(5, failing(3, new ServiceError('TIMEOUT', 'too slow'))),
}
const streams = definePlugin({
  name: 'streams',
  contract: 1,
  after: [],
  register(host) {
    for (const [name, body] of Object.entries(bodies))
      host.route({
        method: 'GET',
        path: `/api/v1/streams/${name}`,
        summary: 'A stream',
        tag: 'streams',
        access: name === 'whole' ? open : inWorkspace('viewer'),
        handle: () => Promise.resolve(new Reply(200, body(), { 'Content-Type': 'text/csv', 'X-Own': '1' })),
      })
  },
})

const running = await runDemo({ plugins: [streams] })
t.teardown(() => running.service.close({ drainMilliseconds: 100 }))
const token = await tokenOf('usr_viewer')

const get = (name: string, encoding = 'identity', signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${running.url}/api/v1/streams/${name}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-workspace-id': workspace.id,
      'accept-encoding': encoding,
    },
    signal,
  })

t.test('a stream is sent as it comes', async (t) => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await get('whole', encoding)
    t.equal(answer.status, 200)
    t.equal(answer.headers.get('content-type'), 'text/csv')
    t.equal(answer.headers.get('x-own'), '1')
    t.equal(answer.headers.get('content-length'), null)
    t.equal((await answer.text()).length, 50_000, encoding)
    t.equal(await (await get('empty', encoding)).text(), '')
  }
  t.equal(seen.ended, 6)
})

t.test('an error before the first chunk is an answer like any other', async (t) => {
  const early = await get('early', 'gzip')
  t.equal(early.status, 504)
  t.equal(early.headers.get('x-own'), null)
  t.strictSame(await early.json(), { error: 'TIMEOUT', message: 'too slow' })
  const fault = await get('fault')
  t.match(await fault.json(), { error: 'INTERNAL' })
})

t.test('one behind it breaks the connection off', async (t) => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await get('late', encoding)
      .then((response) => response.text())
      .catch(() => null)
    t.equal(answer, null, encoding)
  }
  const told = running.lines.filter(({ message }) => message === 'a streamed response failed midway')
  t.equal(told.length, 3)
  t.match(told[0], { level: 'warn', fields: { request_id: /^req_/ } })
})

t.test('a client that leaves ends it', async (t) => {
  for (const encoding of ['identity', 'gzip']) {
    const { ended } = seen
    const controller = new AbortController()
    const response = await get('endless', encoding, controller.signal)
    await response.body?.getReader().read()
    controller.abort()
    while (seen.ended === ended) await new Promise((resolve) => setTimeout(resolve, 5))
    t.pass(encoding)
  }
})

t.test('a client that does not read holds it up', async (t) => {
  const response = await get('endless')
  let before = -1
  while (before !== seen.yielded) {
    before = seen.yielded
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  t.ok(seen.yielded < 10_000, `${seen.yielded} chunks wait`)
  await response.body?.cancel()
})
