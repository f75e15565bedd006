import t from 'tap'
import { ServiceError, type JobRun, type RecordStore } from '../../contract/index.js'
import { listRuns } from './jobs-repository.js'
import { everyMinute, minute, noon, processes } from './test-jobs.js'
import { fakeClock } from './test-clock.js'

const admin = { id: 'usr_admin', kind: 'user', email: null, role: 'platform', sessionId: null } as const
const unavailable: RecordStore['query'] = () => Promise.reject(new ServiceError('UNAVAILABLE', 'down'))

/** A run that a test ends. */
function held() {
  const runs: { readonly job: JobRun; readonly end: () => void }[] = []
  const run = (job: JobRun): Promise<void> => new Promise((resolve) => runs.push({ job, end: resolve }))
  return { runs, run }
}

/** A run that ends when it is aborted. */
const obedient = ({ signal }: JobRun): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

t.test('a job runs at its times, in one of the processes', async (t) => {
  const { process, time, records } = await processes(t)
  const ran: [string, number][] = []
  const job = (name: string) =>
    everyMinute(({ scheduledAt }) => Promise.resolve(void ran.push([name, scheduledAt - noon])))
  const [a, b] = [process('a', [job('a')]), process('b', [job('b')])]
  const look = () => Promise.all([a.look(), b.look()])
  await look()
  t.same(ran, [], 'the first time is one interval after the first start')
  for (let at = 1; at <= 5; at++) {
    time.advance(minute)
    await look()
    await Promise.all([a.idle(), b.idle()])
    await look()
  }
  t.same(
    ran.map(([, at]) => at),
    [1, 2, 3, 4, 5].map((at) => at * minute),
  )
  t.same(
    (await listRuns(records, 10)).map(({ token, outcome }) => [token, outcome]),
    [5, 4, 3, 2, 1].map((token) => [token, 'succeeded']),
  )
  const tallied = [a, b].flatMap((one) => one.tallies()).map(({ outcomes }) => outcomes.succeeded)
  t.equal(tallied[0]! + tallied[1]!, 5)
})

t.test('an interval keeps its grid, whenever a run ends', async (t) => {
  const { process, time } = await processes(t)
  const { runs, run } = held()
  const a = process('a', [everyMinute(run, { timeout: 600 })])
  await a.look()
  time.advance(minute)
  await a.look()
  time.advance(2.5 * minute)
  runs[0]?.end()
  await a.idle()
  const [stored] = await a.list()
  t.equal(stored?.row.next_at.getTime(), noon + 4 * minute, 'no time is caught up while the service runs')
})

t.test('a process that dies loses its lease, and another goes on', async (t) => {
  const { process, time, records, lines } = await processes(t)
  const { runs, run } = held()
  // Its own clock stands still: it never beats again.
  const dead = process('dead', [everyMinute(run)], { time: fakeClock(noon + minute) })
  const ran: number[] = []
  const alive = process('alive', [everyMinute(({ token }) => Promise.resolve(void ran.push(token)))])
  await alive.look()
  await dead.look()
  time.advance(minute)
  await alive.look()
  for (let seconds = 10; seconds < 30; seconds += 10) {
    time.advance(10_000)
    await alive.look()
  }
  t.same(ran, [], 'the lease is left to its holder for 30 s')
  time.advance(10_000)
  await alive.look()
  await alive.idle()
  t.same(ran, [2], 'with a greater token')
  t.same(
    (await listRuns(records, 10)).map(({ process: by, outcome }) => [by, outcome]),
    [
      ['alive', 'succeeded'],
      ['dead', 'lost'],
    ],
  )
  t.match(lines, ['a process that ran a job has died; taking over'])

  const [first] = runs
  t.equal(first?.job.signal.aborted, false)
  await t.rejects(
    first!.job.transaction(() => Promise.resolve('written')),
    { code: 'UNAVAILABLE', message: /no longer holds the lease of the job sweep/ },
    'a process that was only slow can write nothing',
  )
  await dead.look()
  t.equal(first?.job.signal.aborted, true, 'and is aborted as soon as it beats')
  first?.end()
  await dead.idle()
  t.equal(dead.tallies()[0]?.outcomes.lost, 1)
  t.equal((await alive.list())[0]?.row.next_at.getTime(), noon + 2 * minute, 'it moves no time')
})

t.test('a lease is not taken over while a fenced transaction is open', async (t) => {
  const { process, time } = await processes(t)
  const { runs, run } = held()
  const slow = process('slow', [everyMinute(run)], { time: fakeClock(noon + minute) })
  const other = process('other', [everyMinute(() => Promise.resolve())])
  await other.look()
  await slow.look()
  time.advance(minute)
  await other.look()
  await runs[0]!.job.transaction(async (records) => {
    time.advance(60_000)
    await other.look()
    t.equal((await other.list())[0]?.row.holder, 'slow')
    await records.query('SELECT 1')
  })
  await other.look()
  await other.idle()
  t.equal((await other.list())[0]?.row.token, 2)
  runs[0]?.end()
})

t.test('a process without records gives its run up before others take over', async (t) => {
  const { process, time, records } = await processes(t)
  const { runs, run } = held()
  let down = false
  const unsure: RecordStore = {
    ...records,
    query: (...given) => (down ? unavailable(...given) : records.query(...given)) as never,
  }
  const a = process('a', [everyMinute(run, { timeout: 600 })], { records: unsure })
  await a.look()
  time.advance(minute)
  await a.look()
  down = true
  time.advance(20_000)
  await a.look()
  t.equal(runs[0]?.job.signal.aborted, false)
  time.advance(1_000)
  await a.look()
  t.equal(runs[0]?.job.signal.aborted, true, 'after 20 of the 30 s')
  runs[0]?.end()
  await a.idle()
  down = false
  time.advance(1)
  await a.look()
  time.advance(30_000)
  await a.look()
  t.equal(runs.length, 2, 'its own lease expires like any other')
  runs[1]?.end()
})

t.test('the time of a job that ends its processes is given up after three', async (t) => {
  const { process, records, lines } = await processes(t)
  const { runs, run } = held()
  const jobs = [everyMinute(run, { timeout: 600 })]
  await process('first', jobs).look()
  for (const name of ['a', 'b', 'c', 'd']) {
    // Each looks twice, 30 s apart, and is never heard of again.
    const time = fakeClock(noon + minute)
    const one = process(name, jobs, { time })
    await one.look()
    time.advance(30_000)
    await one.look()
  }
  t.equal(runs.length, 3)
  t.match(lines.at(-1), 'the processes that ran a job died; waiting for its next time')
  const outcomes = (await listRuns(records, 10)).map(({ outcome }) => outcome)
  t.same(outcomes, ['lost', 'lost', 'lost'])
})

t.test('a run that fails, hangs or lies harms nobody', async (t) => {
  const { process, time, records, lines } = await processes(t)
  const { runs, run } = held()
  let good = 0
  const lie = { toString: (): string => { throw new Error('no words') } } // prettier-ignore
  const jobs = [
    everyMinute(() => Promise.reject(new Error('a\0b'.padEnd(2_000, 'x'))), { name: 'rejects' }),
    everyMinute(
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- plugins in JavaScript may throw anything
        throw lie
      },
      { name: 'throws' },
    ),
    everyMinute(() => 'no promise' as never, { name: 'lies' }),
    everyMinute(run, { name: 'hangs' }),
    everyMinute(obedient, { name: 'slow' }),
    everyMinute(
      () => {
        good++
        return Promise.resolve()
      },
      { name: 'good' },
    ),
  ]
  const a = process('a', jobs)
  await a.look()
  time.advance(minute)
  await a.look()
  await new Promise(setImmediate)
  time.advance(30_000)
  t.equal(runs[0]?.job.signal.aborted, true, 'aborted at its timeout')
  await new Promise(setImmediate)
  time.advance(10_000)
  await a.idle()
  const ends = Object.fromEntries((await listRuns(records, 1)).map((row) => [row.job, row]))
  t.same(
    Object.entries(ends).map(([name, { outcome }]) => [name, outcome]),
    [
      ['good', 'succeeded'],
      ['hangs', 'timed_out'],
      ['lies', 'succeeded'],
      ['rejects', 'failed'],
      ['slow', 'timed_out'],
      ['throws', 'failed'],
    ],
  )
  t.equal(ends['rejects']?.error, `ab${'x'.repeat(998)}…`)
  t.equal(ends['throws']?.error, 'the run failed without an error')
  t.equal(ends['hangs']?.error, 'the run took longer than its timeout')
  t.equal(lines.filter((line) => line.startsWith('a job ignores that it was aborted')).length, 1)

  time.advance(minute)
  await a.look()
  t.equal(runs.length, 1, 'the job that hangs is not started beside itself')
  await t.rejects(a.runNow('hangs', admin), {
    code: 'CONFLICT',
    message: 'job hangs is running; wait until it has ended',
  })
  t.equal(good, 2)
  runs[0]?.end()
  await new Promise(setImmediate)
  await a.look()
  t.equal(runs.length, 2)
  time.advance(2 * minute)
  await a.idle()
})
