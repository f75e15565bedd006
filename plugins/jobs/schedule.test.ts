import t from 'tap'
import type { JobRun } from '../../contract/index.js'
import { listRuns, runsKept } from './jobs-repository.js'
import { everyMinute, minute, noon, processes } from './test-jobs.js'

const admin = { id: 'usr_admin', kind: 'user', email: null, role: 'platform', sessionId: null } as const

/** A run that a test ends. */
function held() {
  const runs: { readonly job: JobRun; readonly end: () => void }[] = []
  const run = (job: JobRun): Promise<void> => new Promise((resolve) => runs.push({ job, end: resolve }))
  return { runs, run }
}

/** A run that ends when it is aborted. */
const obedient = ({ signal }: JobRun): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

t.test('what a missed time means', async (t) => {
  const { process, time, records } = await processes(t)
  const ran: string[] = []
  const job = (name: string, catchUp: 'skip' | 'once', every = 60) =>
    everyMinute(
      ({ scheduledAt }) => Promise.resolve(void ran.push(`${name} ${(scheduledAt - noon) / minute}`)),
      {
        ...{ name, catchUp, every },
      },
    )
  const jobs = [job('once', 'once'), job('skip', 'skip'), job('daily', 'skip', 86_400)]
  const before = process('before', jobs)
  await before.look()
  await before.end()
  time.advance(10.5 * minute)
  const after = process('after', jobs)
  await after.look()
  await after.idle()
  t.same(ran, ['once 1'], 'once for all ten')
  time.advance(minute / 2)
  await after.look()
  await after.idle()
  t.same(ran.sort(), ['once 1', 'once 11', 'skip 11'])
  t.same((await listRuns(records, 10)).map(({ job: name, outcome }) => `${name} ${outcome}`).sort(), [
    'once succeeded',
    'once succeeded',
    'skip skipped',
    'skip succeeded',
  ])
  time.advance(1440 * minute - 11 * minute + 30_000)
  await after.look()
  await after.idle()
  t.ok(ran.includes('daily 1440'), 'half a minute late is not missed')
})

t.test('a service that stops gives its runs to the next process at once', async (t) => {
  const { process, time, records } = await processes(t)
  const a = process('a', [everyMinute(obedient)])
  await a.look()
  time.advance(minute)
  await a.look()
  await a.end()
  t.same(
    (await listRuns(records, 1)).map(({ outcome }) => outcome),
    ['interrupted'],
  )
  let ran = 0
  const b = process('b', [
    everyMinute(() => {
      ran++
      return Promise.resolve()
    }),
  ])
  await b.look()
  await b.idle()
  t.equal(ran, 1)
  await t.rejects(a.runNow('sweep', admin), { code: 'UNAVAILABLE' })

  const { run } = held()
  const hung = process('hung', [everyMinute(run)])
  time.advance(minute)
  await hung.look()
  const ending = hung.end()
  time.advance(2_000)
  await ending
  t.pass('one that ignores it keeps nobody waiting')
})

t.test('run now', async (t) => {
  const { process, time, records } = await processes(t)
  const { runs, run } = held()
  const [a, b] = [process('a', [everyMinute(run)]), process('b', [everyMinute(run)])]
  t.equal(await a.runNow('sweep', admin), 1)
  await t.rejects(b.runNow('sweep', admin), { code: 'CONFLICT' })
  await t.rejects(a.runNow('sweeps', admin), { code: 'NOT_FOUND', message: 'unknown job' })
  runs[0]?.end()
  await a.idle()
  t.match(await listRuns(records, 1), [{ started_by: 'usr_admin', outcome: 'succeeded' }])
  t.equal((await a.list())[0]?.row.next_at.getTime(), noon + minute, 'the schedule stays')
  const both = await Promise.allSettled([a.runNow('sweep', admin), b.runNow('sweep', admin)])
  t.same(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'one of two at once')
  runs[1]?.end()
  time.advance(1)
})

t.test('a changed schedule counts from now, and the history is bounded', async (t) => {
  const { process, time, records } = await processes(t)
  const daily = process('a', [everyMinute(() => Promise.resolve(), { every: 86_400 })])
  await daily.look()
  await daily.end()
  const a = process('b', [everyMinute(() => Promise.resolve())])
  await a.look()
  for (let run = 0; run < runsKept + 5; run++) {
    time.advance(minute)
    await a.look()
    await a.idle()
  }
  const runs = await listRuns(records, 1_000)
  t.equal(runs.length, runsKept)
  t.equal(runs[0]?.token, runsKept + 5)
})
