import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import type { LateStatement, Log, StatementControl } from '../../contract/index.js'
import { createWatchdog, type Pace } from './watchdog.js'

const second = 1_000

/**
 * An engine with a list of statements, a clock that only tests advance, and notes of all that a watchdog
 * does.
 */
function engine({ supervised = true } = {}) {
  const running = new Map<string, { readonly began: number; readonly kind: 'sql' | 'question' }>()
  /** The request that ends each statement. */
  const ends = new Map<string, string>()
  const listeners: (() => void)[] = []
  const asked: string[] = []
  const fault: { list?: Error; restart?: Error; end?: Error } = {}
  const counts = { listed: 0, rested: 0, restarts: 0 }
  const time = { now: 1_000 * second }
  const limitMs = 30 * second
  const control: StatementControl = {
    late() {
      counts.listed++
      if (fault.list) return Promise.reject(fault.list)
      const all = [...running].map(([id, { began, kind }]): LateStatement => ({
        id,
        kind,
        account: 'a',
        workspace: 'ws_1',
        elapsedMs: time.now - began,
        limitMs,
      }))
      return Promise.resolve(all.filter(({ elapsedMs }) => elapsedMs > limitMs))
    },
    end({ id }, how) {
      asked.push(`${how} ${id}`)
      if (fault.end) return Promise.reject(fault.end)
      if (ends.get(id) === how) running.delete(id)
      return Promise.resolve()
    },
    onUse: (listener) => void listeners.push(listener),
    rest() {
      counts.rested++
      return Promise.resolve()
    },
    ...(supervised && {
      restart() {
        counts.restarts++
        asked.push('restart')
        if (fault.restart) return Promise.reject(fault.restart)
        running.clear()
        return Promise.resolve()
      },
    }),
  }
  return {
    control,
    running,
    asked,
    fault,
    counts,
    time,
    begin(id: string, kind: 'sql' | 'question' = 'sql', endedBy = 'nothing') {
      running.set(id, { began: time.now, kind })
      ends.set(id, endedBy)
    },
    use: () => listeners.forEach((listener) => listener()),
  }
}

function watch(on: ReturnType<typeof engine>, pace?: Partial<Pace>) {
  const lines: string[] = []
  const ended: string[] = []
  const seen = { overdue: -1 }
  const write =
    (level: string) =>
    (_fields: object, message: string): void =>
      void lines.push(`${level}: ${message}`)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const watchdog = createWatchdog({
    control: on.control,
    log,
    observer: { overdue: (count) => void (seen.overdue = count), statementEnded: (how) => ended.push(how) },
    clock: () => on.time.now,
    overdueMs: 10 * second,
    limitMs: 30 * second,
    mostLate: 2,
    ...(pace && { pace }),
  })
  async function lookAfter(seconds: number): Promise<void> {
    on.time.now += seconds * second
    await watchdog.look()
  }
  return { watchdog, lines, ended, seen, lookAfter }
}

void t.test('cancel, then terminate, then a restart', async (t) => {
  const on = engine()
  const { lookAfter, seen, ended, lines } = watch(on)
  on.begin('s')
  await lookAfter(30)
  await lookAfter(10)
  t.same(on.asked, [], 'a statement within its limit and the time beyond it is left alone')
  await lookAfter(1)
  t.same(on.asked, ['cancel s'])
  t.equal(seen.overdue, 1)
  await lookAfter(4)
  t.same(on.asked, ['cancel s'], 'the engine has time to fulfil a request')
  await lookAfter(1)
  await lookAfter(4)
  t.same(on.asked, ['cancel s', 'terminate s'])
  await lookAfter(1)
  t.same(on.asked, ['cancel s', 'terminate s', 'restart'])
  t.same(ended, ['restart'])
  t.equal(seen.overdue, 0)
  t.ok(lines.includes('error: the engine does not end overdue statements; restarting it'))
})

void t.test('what ends a statement is counted and logged once', async (t) => {
  const on = engine()
  const { lookAfter, seen, ended, lines } = watch(on)
  on.begin('polite', 'question', 'cancel')
  on.begin('rude', 'sql', 'terminate')
  on.begin('late')
  await lookAfter(39)
  on.running.delete('late')
  for (let look = 0; look < 6; look++) await lookAfter(5)
  t.same(on.asked, ['cancel polite', 'cancel rude', 'terminate rude'], 'a late one that ended was left alone')
  t.same(ended, ['cancel', 'terminate'])
  t.equal(seen.overdue, 0)
  t.equal(lines.filter((line) => line === 'info: an overdue statement has ended').length, 2)
  t.equal(on.counts.restarts, 0)
})

void t.test('an engine is restarted once a minute at most', async (t) => {
  const on = engine()
  const { lookAfter, ended } = watch(on)
  on.begin('first')
  for (let look = 0; look < 11; look++) await lookAfter(5)
  t.equal(on.counts.restarts, 1)
  const restartedAt = on.time.now
  on.begin('second')
  // As a statement that began earlier: overdue at once.
  on.running.set('second', { began: on.time.now - 100 * second, kind: 'sql' })
  while (on.time.now < restartedAt + 55 * second) await lookAfter(5)
  t.equal(on.counts.restarts, 1)
  await lookAfter(5)
  t.equal(on.counts.restarts, 2)
  t.same(ended, ['restart', 'restart'])
})

void t.test('a restart that fails is logged as that, and tried again', async (t) => {
  const on = engine()
  const { lookAfter, ended, lines } = watch(on)
  on.begin('s')
  on.fault.restart = new Error('no port')
  for (let look = 0; look < 12; look++) await lookAfter(5)
  t.equal(on.counts.restarts, 1)
  t.same(ended, [])
  t.ok(lines.includes('error: the engine could not be restarted; trying again in a minute'))
  t.notOk(lines.some((line) => line.includes('listed')))
  delete on.fault.restart
  for (let look = 0; look < 12; look++) await lookAfter(5)
  t.same(ended, ['restart'])
})

void t.test('a server of others is never restarted but reported each minute', async (t) => {
  const on = engine({ supervised: false })
  const { lookAfter, lines } = watch(on)
  on.begin('s')
  for (let look = 0; look < 40; look++) await lookAfter(5)
  t.notOk(on.asked.includes('restart'))
  t.ok(on.running.has('s'))
  const reports = lines.filter((line) => line.includes('restart that server'))
  t.equal(reports.length, 3, 'at 55, 115 and 175 s of 200')
})

void t.test('two processes at one engine do no harm', async (t) => {
  const on = engine({ supervised: false })
  const one = watch(on)
  const other = watch(on)
  on.begin('rude', 'sql', 'terminate')
  for (let look = 0; look < 12; look++) {
    await one.lookAfter(5)
    await other.lookAfter(0)
  }
  t.equal(on.running.size, 0)
  t.same(one.ended, ['terminate'])
  t.equal(other.ended.length, 1, 'each counts the end once, by the request that it made last')
  t.notOk([...one.lines, ...other.lines].some((line) => line.startsWith('error')))
})

void t.test('a request that the engine does not take is logged, and the next step follows', async (t) => {
  const on = engine()
  const { lookAfter, lines } = watch(on)
  on.begin('s')
  on.fault.end = new Error('busy')
  for (let look = 0; look < 11; look++) await lookAfter(5)
  t.same(on.asked, ['cancel s', 'terminate s', 'restart'])
  t.equal(lines.filter((line) => line.includes('did not accept the request')).length, 2)
})

void t.test('a list that fails is logged once, and restarts nothing', async (t) => {
  const on = engine()
  const { lookAfter, lines } = watch(on)
  on.begin('s')
  on.fault.list = new Error('away')
  for (let look = 0; look < 30; look++) await lookAfter(5)
  t.same(lines, ['warn: the statements of the engine could not be listed'])
  delete on.fault.list
  await lookAfter(5)
  on.fault.list = new Error('away')
  await lookAfter(5)
  await lookAfter(5)
  t.equal(lines.filter((line) => line.includes('listed')).length, 2, 'again after an answer in between')
  t.equal(on.counts.restarts, 0)
})

void t.test('SQL is refused while too many statements are late', async (t) => {
  const on = engine()
  const { watchdog, lookAfter } = watch(on)
  on.begin('one')
  on.begin('question', 'question')
  await lookAfter(31)
  // The service's own queries do not count.
  watchdog.admitSql()
  on.begin('two')
  await lookAfter(31)
  t.throws(() => watchdog.admitSql(), { code: 'UNAVAILABLE', message: /SQL_OVERDUE/ })
  on.running.clear()
  await lookAfter(1)
  watchdog.admitSql()
})

void t.test('looks while statements may run, and rests when none can', async (t) => {
  const on = engine()
  const { watchdog } = watch(on, { look: 1, patience: 1 })
  t.teardown(() => watchdog.close())
  on.use()
  t.equal(on.counts.listed, 0, 'not before it is started')
  watchdog.start()
  while (on.counts.listed < 3) await turn()
  t.equal(on.counts.rested, 0, 'another process may have left statements')
  on.time.now += 41 * second
  while (on.counts.rested === 0) await turn()
  const { listed } = on.counts
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(on.counts.listed, listed, 'no look while nothing was asked')
  on.begin('s', 'sql', 'cancel')
  on.use()
  while (on.counts.listed === listed) await turn()
  on.time.now += 41 * second
  while (on.running.size > 0) await turn()
  on.time.now += 80 * second
  while (on.counts.rested < 2) await turn()
  t.same(on.asked, ['cancel s'])
  watchdog.close()
  const last = on.counts.listed
  on.use()
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal(on.counts.listed, last, 'none after it is closed')
})

void t.test('looks that overlap are one', async (t) => {
  const on = engine()
  const { watchdog } = watch(on)
  await Promise.all([watchdog.look(), watchdog.look()])
  t.equal(on.counts.listed, 1)
})
