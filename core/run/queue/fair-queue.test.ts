import t from 'tap'
import { timedQueue, drain, isRejected, settled } from './test-timed-queue.js'

t.test('a flood of one workspace leaves a place to others, who get it at once', async (t) => {
  const { ask, begun, seen } = timedQueue()
  const flood = Array.from({ length: 40 }, (_, index) => ask(['Ax', 'Ay', 'Az'][index % 3]!))
  t.same(begun, ['Ax', 'Ay', 'Az'], 'three of four places')
  const other = ask('Bx')
  t.same(begun.slice(3), ['Bx'])
  const more = ask('Cx')
  t.equal(more.place, undefined, 'all places are taken')
  await flood[0]!.end()
  t.same(begun.slice(4), ['Cx'], 'a workspace that has nothing goes before the flood')
  await other.end()
  t.equal(
    begun.length,
    5,
    'beside others two are enough, and the last place stays free for the next newcomer',
  )
  t.same({ waiting: seen.waiting, running: seen.running }, { waiting: 37, running: 3 })
  await drain([...flood, more])
  t.same({ waiting: seen.waiting, running: seen.running }, { waiting: 0, running: 0 })
})

t.test('places are given in turn by workspace, and in it by caller', async (t) => {
  const { ask, begun } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1 })
  const names = ['Ax1', 'Ax2', 'Ax3', 'Ax4', 'Ay1', 'Ay2', 'Bx1', 'Bx2', 'Cx1']
  await drain(names.map((name) => ask(name)))
  t.same(begun, ['Ax1', 'Bx1', 'Cx1', 'Ay1', 'Bx2', 'Ax2', 'Ay2', 'Ax3', 'Ax4'])
})

t.test('a colleague gets a place at once, beside a caller with many', async (t) => {
  const { ask, begun } = timedQueue()
  const all = Array.from({ length: 10 }, () => ask('Ax'))
  t.equal(begun.length, 2, 'two of the three of its workspace')
  all.push(ask('Ay'))
  t.same(begun, ['Ax', 'Ax', 'Ay'])
  ask('Bx')
  await all[0]!.end()
  await all[1]!.end()
  t.same(begun.slice(3), ['Bx', 'Ax'], 'beside another workspace one of two')
  await all[10]!.end()
  all.push(ask('Ay'))
  t.same(begun.slice(5), ['Ay'])
  await drain(all)
})

t.test('who took more time waits longer', async (t) => {
  const { ask, begun, pass } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1 })
  const all = ['Ax1', 'Ax2', 'Ax3', 'Bx1', 'Bx2', 'Bx3', 'Bx4'].map((name) => ask(name))
  for (const cost of [90, 30, 30, 30, 30, 90, 30]) {
    pass(cost)
    const running = all.find((one) => one.place)!
    await running.end()
    running.place = undefined
  }
  t.same(begun, ['Ax1', 'Bx1', 'Bx2', 'Bx3', 'Ax2', 'Bx4', 'Ax3'], 'one of 90 is three of 30')
})

t.test('the statements of a request follow one another, however many steps it takes', async (t) => {
  const { ask, begun } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1 })
  const [first, second] = [{}, {}]
  const all = [ask('Ax 1a', first), ask('Ax 2a', second), ask('Ax 2b', second), ask('Ax 1b', first)]
  await drain(all)
  t.same(begun, ['Ax 1a', 'Ax 1b', 'Ax 2a', 'Ax 2b'])
})

t.test('what waits for the same rows joins, whoever asks, and takes no place', async (t) => {
  const { ask, begun, seen } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1 })
  const all = [ask('Ax'), ask('Ax same', {}, 'k'), ask('Ay same', {}, 'k'), ask('Ax other', {}, 'l')]
  await all[0]!.end()
  t.same(begun, ['Ax', 'Ay same', '(Ax same)'])
  t.equal(seen.running, 1)
  await drain(all)
  t.equal(begun.length, 4)
})

t.test('few threads each while others wait, all of them for one that is alone', async (t) => {
  const { ask } = timedQueue({ all: 8, perWorkspace: 6, perCaller: 4, threads: 2 })
  const all = [ask('Ax'), ask('Ax'), ask('Bx'), ask('Ax')]
  t.same(
    all.map(({ place }) => place?.threads),
    [undefined, undefined, undefined, undefined],
    'nothing waits yet; B has nothing else; a third of A does not begin beside B',
  )
  t.equal(all[3]!.place, undefined)
  await all[0]!.end()
  t.equal(all[3]!.place?.threads, 2, 'its second, beside another workspace')
  await drain(all)

  const { ask: askAlone } = timedQueue({ threads: 2 })
  const crowd = Array.from({ length: 4 }, () => askAlone('Ax'))
  await crowd[0]!.end()
  t.equal(crowd[2]!.place?.threads, 2, 'one more waits behind it')
  await crowd[1]!.end()
  t.ok(crowd[3]!.place)
  t.equal(crowd[3]!.place?.threads, undefined, 'the last one of them')
  await drain(crowd)
})

t.test('a client that goes away leaves the queue', async (t) => {
  const { ask, begun, seen, timers } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1 })
  const [one, two, three] = [ask('Ax1'), ask('Ax2'), ask('Ax3')]
  two.controller.abort(new Error('gone'))
  await settled()
  t.match(two.error, { message: 'gone' })
  await one.end()
  t.same(begun, ['Ax1', 'Ax3'])
  three.controller.abort(new Error('gone'))
  await settled()
  t.equal(three.error, undefined, 'what runs is not for the queue to end')
  await three.end()
  t.same({ ...seen, timers: timers() }, { waiting: 0, running: 0, waits: [0, 0], rejected: [], timers: 0 })
  const gone = timedQueue()
  const asker = { workspace: 'A', caller: 'x', request: {} }
  const signal = AbortSignal.abort(new Error('never there'))
  await t.rejects(
    gone.queue.enter(asker, null, () => Promise.resolve(), signal),
    /never there/,
  )
  t.equal(gone.seen.waiting, 0)
})

t.test('the queue of a workspace is bounded, by requests, and one caller has half of it', async (t) => {
  const { ask, seen, queue } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1, waiting: 4 })
  const all = [ask('Ax')]
  const [wide, late] = [{}, {}]
  for (let part = 0; part < 26; part++) all.push(ask('Ax', wide))
  all.push(ask('Ax'))
  const third = ask('Ax', late)
  await settled()
  isRejected(t, third, /^at most 2 queries of one caller may wait \(half of QUERY_QUEUE\); retry in 1 s$/, 1)
  const again = ask('Ax', late)
  await settled()
  t.equal(again.error, third.error, 'its other parts too, without a look')
  t.throws(() => queue.expectAdmitted(late), { code: 'RATE_LIMITED' })
  queue.expectAdmitted(wide)
  all.push(ask('Ay'), ask('Az'))
  const full = ask('Aw')
  await settled()
  isRejected(t, full, /^too many queries of this workspace are waiting \(QUERY_QUEUE\); retry in 1 s$/, 1)
  all.push(ask('Bx'))
  t.same(seen.rejected, ['full', 'full'])
  t.equal(seen.waiting, 30, 'another workspace has its own, and more parts of a request that waits find room')
  await drain(all)
  t.equal(seen.waiting, 0)
})

t.test('the wait is bounded; a request that goes on is answered in the end', async (t) => {
  const { ask, seen, pass, timers } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1, waitMs: 5_000 })
  const [slow, waiting] = [{}, {}]
  const first = ask('Ax', slow)
  const own = [ask('Ax', slow), ask('Ax', slow)]
  const others = [ask('Bx', waiting), ask('Bx', waiting)]
  pass(4_999)
  await settled()
  t.same(seen.rejected, [])
  pass(1)
  await settled()
  for (const other of others)
    isRejected(t, other, /^these queries waited too long for their turn \(QUERY_QUEUE_WAIT\)/, 1)
  t.same(seen.rejected, ['waited'], 'one request')
  t.equal(own[0]!.error, undefined, 'one of its statements runs')
  await first.end()
  pass(5_000)
  t.ok(own[0]!.place, 'and then the next')
  await drain(own)
  t.same({ waiting: seen.waiting, timers: timers() }, { waiting: 0, timers: 0 })
  t.same(seen.waits, [0, 5_000, 10_000])
})

t.test('who left and comes back has neither credit nor debt', async (t) => {
  const { ask, begun, pass } = timedQueue({ all: 1, perWorkspace: 1, perCaller: 1 })
  const request = {}
  const one = ask('Ax', request)
  pass(10_000)
  await one.end()
  pass(10_000)
  const all = [ask('Bx1'), ask('Bx2'), ask('Bx3'), ask('Ax1', request), ask('Ax2')]
  await drain(all)
  t.same(begun, ['Ax', 'Bx1', 'Ax1', 'Bx2', 'Ax2', 'Bx3'])
})
