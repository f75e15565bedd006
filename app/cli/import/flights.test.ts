import t from 'tap'
import type { BatchPlace } from '../../../contract/index.js'
import { createFlights, RetryLater, type SendResult } from './flights.js'

interface Request {
  readonly body: string
  readonly place: BatchPlace
  readonly answer: (outcome: Partial<SendResult> | Error) => void
}

/** A service whose requests end when the test answers them. */
function service() {
  const requests: Request[] = []
  const arrivals: (() => void)[] = []
  const landed: string[] = []
  const flights = createFlights({
    atOnce: 3,
    sleep: () => Promise.resolve(),
    send: (body, place) =>
      new Promise((resolve, reject) => {
        const answer: Request['answer'] = (outcome) =>
          outcome instanceof Error
            ? reject(outcome)
            : resolve({ accepted: 1, rejected: 0, errors: [], inOrder: true, ...outcome })
        requests.push({ body, place, answer })
        for (const tell of arrivals.splice(0)) tell()
      }),
  })
  return {
    requests,
    landed,
    nth: async (n: number): Promise<Request> => {
      while (requests.length < n) await new Promise<void>((resolve) => arrivals.push(resolve))
      return requests[n - 1] as Request
    },
    send: (body: string) => flights.send(body, () => Promise.resolve(void landed.push(body))),
    end: flights.end,
  }
}

const places = (requests: readonly Request[]) => requests.map(({ body, place }) => `${body}${place.number}`)
const runs = (requests: readonly Request[]) => new Set(requests.map(({ place }) => place.run)).size

t.test('several are on their way once the service keeps their order, and land in order', async (t) => {
  const { requests, landed, nth, send, end } = service()
  const sent = (async () => {
    for (const body of 'abcdef') await send(body)
    await end()
  })()
  const first = await nth(1)
  await new Promise(setImmediate)
  t.equal(requests.length, 1, 'the first goes alone')
  first.answer({})
  await nth(4)
  await new Promise(setImmediate)
  t.strictSame(places(requests), ['a0', 'b1', 'c2', 'd3'])
  requests[2]?.answer({})
  await new Promise(setImmediate)
  t.strictSame(landed, ['a'], 'c waits for b')
  requests[1]?.answer({})
  for (const n of [4, 5, 6]) (await nth(n)).answer({})
  await sent
  t.strictSame(landed, Array.from('abcdef'))
  t.equal(runs(requests), 1)
})

t.test('one at a time to a service that does not keep the order', async (t) => {
  const { requests, landed, nth, send, end } = service()
  const sent = (async () => {
    for (const body of 'abc') await send(body)
    await end()
  })()
  for (const n of [1, 2, 3]) {
    const request = await nth(n)
    await new Promise(setImmediate)
    t.equal(requests.length, n)
    request.answer({ inOrder: false })
  }
  await sent
  t.strictSame(landed, Array.from('abc'))
})

t.test('what failed is sent again in order, each alone, and then a new run begins', async (t) => {
  const { requests, landed, nth, send, end } = service()
  const sent = (async () => {
    for (const body of 'abcdef') await send(body)
    await end()
  })()
  ;(await nth(1)).answer({})
  await nth(4)
  requests[1]?.answer(new RetryLater('busy'))
  // The answer to c is of a batch that was stored, the one to b was lost.
  requests[2]?.answer({})
  requests[3]?.answer(new RetryLater('busy'))
  const again = await nth(5)
  await new Promise(setImmediate)
  t.strictSame(places(requests.slice(4)), ['b0'], 'alone')
  again.answer({})
  ;(await nth(6)).answer({})
  t.strictSame(landed, Array.from('abc'))
  const next = await nth(7)
  await new Promise(setImmediate)
  t.strictSame(places(requests.slice(4)), ['b0', 'd0', 'e0'])
  next.answer({})
  ;(await nth(8)).answer({})
  await sent
  t.strictSame(landed, Array.from('abcdef'))
  t.equal(runs(requests), 4)
})

t.test('a failure that does not pass ends it once nothing is on its way', async (t) => {
  const { requests, landed, nth, send, end } = service()
  const sent = (async () => {
    for (const body of 'abcdef') await send(body)
  })()
  ;(await nth(1)).answer({})
  await nth(4)
  requests[1]?.answer(new Error('401'))
  await t.rejects(sent, { message: '401' })
  let ended = false
  const ending = end().then(() => (ended = true))
  requests[2]?.answer({})
  await new Promise(setImmediate)
  t.equal(ended, false)
  requests[3]?.answer(new RetryLater('busy'))
  await ending
  t.strictSame(landed, ['a'])
})
