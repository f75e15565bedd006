import t from 'tap'
import { readBatchPlace, ServiceError } from '../../contract/index.js'
import { createBatchRuns, type Turn } from './batch-runs.js'

const workspace = { id: 'ws_1', number: 1 }
const run = 'run-of-a-test'
const unavailable = { code: 'UNAVAILABLE' }

t.test('a place is read from its header', (t) => {
  t.equal(readBatchPlace(undefined), null)
  t.strictSame(readBatchPlace('0b5e7c3a-1;12'), { run: '0b5e7c3a-1', number: 12 })
  for (const bad of ['', 'short;1', 'long-enough', 'long-enough;-1', 'long-enough;1e3', 'long enough;1'])
    t.throws(() => readBatchPlace(bad), { code: 'VALIDATION_ERROR' }, bad)
  t.end()
})

t.test('requests come in the order of their numbers, however they arrive', async (t) => {
  const runs = createBatchRuns()
  const order: number[] = []
  const request = (number: number) =>
    runs.inTurn(workspace, { run, number }, async ({ come, pass }: Turn) => {
      await come()
      order.push(number)
      pass()
    })
  await request(0)
  const [three, two] = [request(3), request(2)]
  await new Promise(setImmediate)
  t.strictSame(order, [0])
  await Promise.all([request(1), two, three])
  t.strictSame(order, [0, 1, 2, 3])
  await t.rejects(request(2), unavailable, 'a number that has passed')
  await t.rejects(
    runs.inTurn({ id: 'ws_2', number: 2 }, { run, number: 4 }, () => Promise.resolve()),
    unavailable,
  )
})

t.test('after a failure, the rest of the run fails', async (t) => {
  const runs = createBatchRuns()
  const passing = (number: number, fault?: Error) =>
    runs.inTurn(workspace, { run, number }, async ({ come, pass }) => {
      await come()
      pass()
      if (fault !== undefined) throw fault
    })
  await passing(0)
  const two = passing(2)
  const failing = runs.inTurn(workspace, { run, number: 1 }, () => Promise.reject(new Error('cannot read')))
  await t.rejects(failing, { message: 'cannot read' })
  await t.rejects(two, unavailable)
  await t.rejects(passing(3), unavailable)
  await passing(0)
  await t.rejects(passing(1, new ServiceError('UNAVAILABLE', 'not stored')), { message: 'not stored' })
  await t.rejects(passing(2), unavailable, 'also if it had its place already')
  await passing(0)
  await t.rejects(passing(1, new ServiceError('VALIDATION_ERROR', 'no item')), { message: 'no item' })
  await passing(2)
})

t.test('a request whose predecessor does not arrive gives up', async (t) => {
  const runs = createBatchRuns(5)
  const come = (number: number) =>
    runs.inTurn(workspace, { run, number }, (turn) => turn.come().then(turn.pass))
  await come(0)
  await t.rejects(come(2), unavailable)
  await t.rejects(come(1), unavailable, 'the run is over')
})
