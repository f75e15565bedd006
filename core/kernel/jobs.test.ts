import t from 'tap'
import type { JobDefinition, Plugin } from '../../contract/index.js'
import { loadPlugins } from './load-plugins.js'
import { nextTime } from './schedule.js'
import { plugin } from '../../test/support/make-plugin.js'

const job = (change: object = {}): JobDefinition => ({
  name: 'sweep',
  summary: 'Deletes what is over',
  every: 60,
  timeout: 10,
  run: () => Promise.resolve(),
  ...change,
})

t.test('a job that cannot be is rejected by name', (t) => {
  const rejected = (expected: RegExp, ...plugins: readonly Plugin[]): void =>
    void t.throws(() => loadPlugins(plugins), { name: 'RegistrationError', message: expected })
  const wrong = (expected: RegExp, change: object): void =>
    rejected(
      expected,
      plugin('p', (host) => host.job(job(change))),
    )
  wrong(/plugin p: job Sweep_x: its name must be kebab-case/, { name: 'Sweep_x' })
  wrong(/plugin p: job undefined: its name must be kebab-case/, { name: undefined })
  wrong(/summary is required/, { summary: '' })
  wrong(/timeout must be a number of seconds up to 86400/, { timeout: 0 })
  wrong(/timeout must be/, { timeout: undefined })
  wrong(/timeout must be/, { timeout: NaN })
  wrong(/catchUp must be skip or once/, { catchUp: 'twice' })
  wrong(/run must be a function/, { run: null })
  wrong(/every must be 1 to 31622400 seconds/, { every: 0 })
  wrong(/every must be 1 to/, { every: Infinity })
  wrong(/every must be a number of seconds or \{cron, zone\}/, { every: {} })
  wrong(/plugin p: job sweep: unknown time zone "Nowhere"/, { every: { cron: '@daily', zone: 'Nowhere' } })
  const cron = (text: string): object => ({ every: { cron: text, zone: 'UTC' } })
  wrong(
    /plugin p: job sweep: invalid cron pattern "61 \* \* \* \*": Invalid value for minute/,
    cron('61 * * * *'),
  )
  wrong(/invalid cron pattern "\* \* \* \* \* \*": five fields are required/, cron('* * * * * *'))
  wrong(/five fields are required/, cron('2030-01-01T00:00:00'))
  wrong(/it never occurs/, cron('0 0 31 2 *'))
  wrong(/invalid cron pattern "@sometimes"/, cron('@sometimes'))
  rejected(
    /plugin second: job sweep: is already registered by first/,
    plugin('first', (host) => host.job(job())),
    plugin('second', (host) => host.job(job())),
  )
  let late = (): void => undefined
  loadPlugins([plugin('p', (host) => void (late = () => host.job(job())))])
  t.throws(late, /plugin p: job sweep: is declared after the start/)
  t.end()
})

/** The next scheduled times, each in the offset of the zone at that time. */
function times(cron: string, zone: string, after: string, count: number): readonly string[] {
  const next = nextTime({ cron, zone })
  const found: string[] = []
  for (let at = Date.parse(after); found.length < count;) {
    at = next(at)
    found.push(new Date(at).toISOString().slice(0, 16))
  }
  return found
}

t.test('a cron pattern follows the clocks of its zone', (t) => {
  t.same(
    times('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00Z', 3),
    ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
    'in spring 02:30 does not exist on the 29th; it runs at 03:00, right after the gap',
  )
  t.same(
    times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2),
    ['2026-10-25T00:30', '2026-10-26T01:30'],
    'in autumn 02:30 occurs twice; it runs the first time only',
  )
  t.same(
    times('0 * * * *', 'Europe/Berlin', '2026-10-24T23:00Z', 4),
    ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00', '2026-10-25T03:00'],
    'in autumn every hour runs',
  )
  t.same(
    times('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:00Z', 4),
    ['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30', '2026-03-29T02:00'],
    'in spring no half hour is left out or doubled',
  )
  t.same(
    times('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00Z', 2),
    ['2018-11-04T03:00', '2018-11-05T02:00'],
    'a midnight that does not exist',
  )
  t.same(
    times('0 9 * * 1', 'Asia/Kolkata', '2026-01-01T00:00Z', 2),
    ['2026-01-05T03:30', '2026-01-12T03:30'],
    'a zone without changes',
  )
  t.equal(nextTime(90)(1_000), 91_000)
  t.end()
})
