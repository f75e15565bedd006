import t from 'tap'
import { ServiceError, type Batch, type Log, type WorkspaceRef } from '../../contract/index.js'
import { openDoor } from '../../test/support/load-guard.js'
import { emptyPendingBatch, type PendingBatch } from './pending-batch.js'
import { createPipeline, pipelineLimits, type PipelineLimits } from './pipeline.js'

const one: WorkspaceRef = { id: 'ws_1', number: 1 }
const two: WorkspaceRef = { id: 'ws_2', number: 2 }

const eventRow = (name: string, message_id: string | null = null) => ({
  timestamp: 1,
  event_name: name,
  device_id: 'd',
  session_id: null,
  user_id: null,
  message_id,
  context: {},
  properties: {},
})
const draft = (...names: string[]): PendingBatch => ({
  ...emptyPendingBatch,
  events: names.map((name) => eventRow(name)),
})

interface Append {
  readonly workspace: number
  readonly batch: Batch
  resolve(): void
  reject(error: Error): void
}

/** A store whose appends end when the test ends them. */
function fakeStore() {
  const appends: Append[] = []
  const arrivals: (() => void)[] = []
  const append = (workspace: WorkspaceRef, batch: Batch): Promise<void> =>
    new Promise((resolve, reject) => {
      appends.push({ workspace: workspace.number, batch, resolve, reject })
      arrivals.splice(0).forEach((tell) => tell())
    })
  /** The n-th append, as soon as it is called. */
  const nth = async (n: number): Promise<Append> => {
    while (appends.length < n) await new Promise<void>((resolve) => arrivals.push(resolve))
    return appends[n - 1]!
  }
  return { append, appends, nth }
}

const errors: string[] = []
const nolog = () => undefined
const log: Log = { debug: nolog, info: nolog, warn: nolog, error: (_, message) => void errors.push(message) }
const setUp = (limits: Partial<PipelineLimits> = {}) => {
  const store = fakeStore()
  const clock = { now: 1_000 }
  const pipeline = createPipeline(
    { append: store.append, clock: () => clock.now, log, loadGuard: openDoor, catalogue: null },
    { ...pipelineLimits, ...limits },
  )
  return { ...store, pipeline, clock }
}
const names = (append: Append): string[] => append.batch.events.map((row) => row.event_name)
const outcome = (accepted: Promise<void>): Promise<string> =>
  accepted.then(
    () => 'stored',
    (error: unknown) => (error instanceof ServiceError ? `${error.code} ${error.retryAfter}` : 'other'),
  )

t.test('what arrives during an append goes in with the next, in order', async (t) => {
  const { pipeline, nth, appends } = setUp()
  const settled: string[] = []
  const accept = (name: string) => pipeline.accept(one, draft(name)).then(() => settled.push(name))
  const accepted = ['a', 'b', 'c'].map(accept)
  t.equal(appends.length, 1, 'the first is stored at once, one append at a time')
  const first = await nth(1)
  t.same(names(first), ['a'])
  const other = pipeline.accept(two, draft('z'))
  t.equal((await nth(2)).workspace, 2, 'another workspace does not wait')
  t.same(settled, [], 'nothing is acknowledged before it is stored')
  first.resolve()
  const second = await nth(3)
  t.same(settled, ['a'])
  t.same(names(second), ['b', 'c'])
  second.resolve()
  ;(await nth(2)).resolve()
  await Promise.all([...accepted, other])
  t.same(settled, ['a', 'b', 'c'])
  const again = pipeline.accept(one, draft('d'))
  ;(await nth(4)).resolve()
  t.equal(await outcome(again), 'stored', 'a queue that ran empty starts again')
})

t.test('as soon as enough waits for a large append, it goes beside the one under way', async (t) => {
  const { pipeline, nth, appends } = setUp({ besideRows: 3 })
  const settled: string[] = []
  const accept = (...all: string[]) =>
    pipeline.accept(one, draft(...all)).then(() => settled.push(all.join('')))
  const accepted = [accept('a'), accept('b', 'c')]
  t.equal(appends.length, 1, 'two rows are not enough')
  accepted.push(accept('d'))
  t.same(names(await nth(2)), ['b', 'c', 'd'])
  accepted.push(accept('e', 'f', 'g'))
  t.equal(appends.length, 2, 'never a third')
  ;(await nth(2)).resolve()
  t.same(names(await nth(3)), ['e', 'f', 'g'])
  t.same(settled, ['bc', 'd'], 'each is acknowledged when it is stored itself')
  let closed = false
  const closing = pipeline.close().then(() => (closed = true))
  ;(await nth(3)).resolve()
  await accepted[3]
  t.equal(closed, false)
  ;(await nth(1)).resolve()
  await Promise.all([...accepted, closing])
  t.same(settled, ['bc', 'd', 'efg', 'a'])
})

t.test('drafts of a run go one append after another, and none after one that failed', async (t) => {
  const { pipeline, nth, appends } = setUp({ besideRows: 2 })
  const queued: string[] = []
  const accept = (run: string | null, ...all: string[]) =>
    outcome(
      run === null
        ? pipeline.accept(one, draft(...all))
        : pipeline.accept(one, draft(...all), 100, { run, queued: () => queued.push(all.join('')) }),
    )
  const a = accept('r', 'a')
  const bc = accept('r', 'b', 'c')
  const x = accept(null, 'x')
  t.same(queued, ['a', 'bc'])
  t.equal(appends.length, 1, 'enough waits for an append beside, but not of this run')
  ;(await nth(1)).resolve()
  t.equal(await a, 'stored')
  t.same(names(await nth(2)), ['b', 'c', 'x'])
  const de = accept('r', 'd', 'e')
  const yz = accept(null, 'y', 'z')
  ;(await nth(2)).reject(new ServiceError('UNAVAILABLE', 'down'))
  t.same(await Promise.all([bc, x, de]), ['UNAVAILABLE 2', 'UNAVAILABLE 2', 'UNAVAILABLE 2'])
  t.same(names(await nth(3)), ['y', 'z'], 'others go on')
  ;(await nth(3)).resolve()
  t.equal(await yz, 'stored')
  const [f, g, h] = [accept('q', 'f'), accept('q', 'g'), accept(null, 'h')]
  ;(await nth(4)).resolve()
  t.same(names(await nth(5)), ['g', 'h'])
  const i = accept('q', 'i')
  ;(await nth(5)).reject(new Error('cannot store this'))
  ;(await nth(6)).reject(new Error('cannot store this'))
  ;(await nth(7)).resolve()
  t.same(await Promise.all([f, g, h, i]), ['stored', 'UNAVAILABLE 2', 'stored', 'UNAVAILABLE 2'])
  errors.splice(0)
})

t.test('an append has its limits', async (t) => {
  const { pipeline, nth } = setUp({ appendRows: 3 })
  const accepted = [draft('a'), draft('b', 'c'), draft('d'), draft('e'), draft('1', '2', '3', '4')].map(
    (one_) => pipeline.accept(one, one_),
  )
  const seen: string[] = []
  for (let n = 1; n <= 4; n++) {
    const append = await nth(n)
    seen.push(names(append).join(''))
    append.resolve()
  }
  await Promise.all(accepted)
  t.same(seen, ['a', 'bcd', 'e', '1234'], 'a larger request goes alone')
})

t.test('seq grows in the order of arrival and follows the clock', async (t) => {
  const { pipeline, nth, clock } = setUp()
  const log_ = {
    timestamp: 1,
    level: 'info',
    service: null,
    source: null,
    message: {},
    session_id: null,
    message_id: null,
  }
  const accepted = [pipeline.accept(one, { ...draft('a', 'b'), logs: [log_] })]
  clock.now = 900
  accepted.push(pipeline.accept(two, draft('c')))
  clock.now = 2_000
  accepted.push(pipeline.accept(one, draft('d')))
  const seqs: number[] = []
  for (let n = 1; n <= 3; n++) {
    const append = await nth(n)
    seqs.push(...[...append.batch.events, ...append.batch.logs].map((row) => row.seq))
    append.resolve()
  }
  await Promise.all(accepted)
  t.same(seqs, [1_000_000, 1_000_001, 1_000_002, 1_000_003, 2_000_000])
})

t.test('a merged batch holds a message and a link once', async (t) => {
  const { pipeline, nth } = setUp()
  const link = (timestamp: number, user_id = 'u') => ({ timestamp, device_id: 'd', user_id })
  const accepted = [
    pipeline.accept(one, {
      ...emptyPendingBatch,
      events: [eventRow('a', 'm'), eventRow('b', 'm'), eventRow('n'), eventRow('n')],
    }),
    pipeline.accept(one, {
      ...emptyPendingBatch,
      events: [eventRow('c', 'x')],
      links: [link(5), link(7), link(6)],
    }),
    pipeline.accept(one, { ...emptyPendingBatch, events: [eventRow('d', 'x')], links: [link(1, 'v')] }),
  ]
  const first = await nth(1)
  t.same(names(first), ['a', 'n', 'n'], 'rows without an id all stay')
  first.resolve()
  const second = await nth(2)
  t.same(names(second), ['c'])
  t.same(second.batch.links, [link(7), link(1, 'v')])
  second.resolve()
  await Promise.all(accepted)
})

t.test('a store that is down fails every request of the batch, and the next one may succeed', async (t) => {
  const { pipeline, nth, appends } = setUp()
  const accepted = ['a', 'b', 'c'].map((name) => outcome(pipeline.accept(one, draft(name))))
  ;(await nth(1)).resolve()
  ;(await nth(2)).reject(new ServiceError('UNAVAILABLE', 'down', { retryAfter: 60 }))
  t.same(await Promise.all(accepted), ['stored', 'UNAVAILABLE 5', 'UNAVAILABLE 5'])
  t.equal(appends.length, 2, 'an uncertain outcome is not tried again here')
  const later = outcome(pipeline.accept(one, draft('d')))
  ;(await nth(3)).resolve()
  t.equal(await later, 'stored')
  t.same(errors.splice(0), ['append failed'])
})

t.test('one poisoned request fails alone', async (t) => {
  const { pipeline, nth } = setUp()
  const accepted = ['a', 'b', 'poison', 'c'].map((name) => outcome(pipeline.accept(one, draft(name))))
  ;(await nth(1)).resolve()
  const merged = await nth(2)
  t.same(names(merged), ['b', 'poison', 'c'])
  merged.reject(new Error('cannot store this'))
  ;(await nth(3)).resolve()
  ;(await nth(4)).reject(new Error('cannot store this'))
  const last = await nth(5)
  t.same(names(last), ['c'])
  last.resolve()
  t.same(await Promise.all(accepted), ['stored', 'stored', 'UNAVAILABLE 2', 'stored'])
  const down = ['a', 'b', 'c', 'd'].map((name) => outcome(pipeline.accept(one, draft(name))))
  ;(await nth(6)).resolve()
  ;(await nth(7)).reject(new Error('cannot store this'))
  ;(await nth(8)).resolve()
  ;(await nth(9)).reject(new ServiceError('UNAVAILABLE', 'down'))
  t.same(await Promise.all(down), ['stored', 'stored', 'UNAVAILABLE 2', 'UNAVAILABLE 2'])
  errors.splice(0)
})

t.test('what waits is bounded, in a workspace and in all', async (t) => {
  const { pipeline, nth, appends } = setUp({ workspaceBytes: 1000, totalBytes: 1500 })
  const big = (bytes: number): PendingBatch => ({
    ...emptyPendingBatch,
    events: [eventRow('x'.repeat(bytes))],
  })
  const first = outcome(pipeline.accept(one, big(5000)))
  t.equal(await outcome(pipeline.accept(one, draft('a'))), 'UNAVAILABLE 2', 'over the limit of the workspace')
  t.equal(await outcome(pipeline.accept(two, draft('a'))), 'UNAVAILABLE 2', 'over the limit of all')
  ;(await nth(1)).resolve()
  t.equal(await first, 'stored', 'one alone may be of any size')
  const next = outcome(pipeline.accept(one, big(600)))
  const other = outcome(pipeline.accept(two, draft('b')))
  t.equal(await outcome(pipeline.accept(one, big(600))), 'UNAVAILABLE 2')
  ;(await nth(2)).resolve()
  ;(await nth(3)).resolve()
  t.same([await next, await other, appends.length], ['stored', 'stored', 3], 'what was stored makes room')
})

t.test('closing stores the waiting data and rejects later calls', async (t) => {
  const { pipeline, nth } = setUp()
  const accepted = ['a', 'b'].map((name) => outcome(pipeline.accept(one, draft(name))))
  let closed = false
  const closing = pipeline.close().then(() => (closed = true))
  t.equal(await outcome(pipeline.accept(one, draft('c'))), 'UNAVAILABLE 5')
  ;(await nth(1)).resolve()
  const last = await nth(2)
  t.equal(closed, false)
  last.resolve()
  await closing
  t.same(await Promise.all(accepted), ['stored', 'stored'])
  await createPipeline({
    append: () => Promise.resolve(),
    clock: () => 0,
    log,
    loadGuard: openDoor,
    catalogue: null,
  }).close()
})

t.test('an empty draft needs no append', async (t) => {
  const { pipeline, appends } = setUp()
  await pipeline.accept(one, emptyPendingBatch)
  t.equal(appends.length, 0)
})
