import t from 'tap'
import { demoBatches, type DemoOptions } from './data.js'
import { demoLogs } from './logs.js'
import { demoMetrics } from './metrics.js'
import { plotOf } from './story.js'

const now = Date.UTC(2026, 10, 20, 15, 30)
const small: DemoOptions = { now, days: 30, devices: 300 }

interface Line {
  readonly message_id: string
  readonly timestamp: number
  readonly device_id: string
  readonly session_id: string
  readonly user_id?: string
  readonly type?: string
  readonly event?: string
  readonly context?: Readonly<Record<string, string>>
}

const parse = (lines: string): Line[] => lines.split('\n').map((line) => JSON.parse(line) as Line)
const linesOf = (options: DemoOptions): Line[] =>
  [...demoBatches(options)].flatMap(({ lines }) => parse(lines))

t.test('the same seed tells the same story, at any hour of the day', (t) => {
  const all = [...demoBatches(small)]
  t.same([...demoBatches(small)], all)
  const ids = all.flatMap(({ lines }) => parse(lines)).map((line) => line.message_id)
  t.equal(new Set(ids).size, ids.length)
  const earlier = linesOf({ ...small, now: now - 6 * 3_600_000 })
  const byId = new Map(linesOf(small).map((line) => [line.message_id, line]))
  t.ok(earlier.length < ids.length)
  t.ok(earlier.every((line) => JSON.stringify(byId.get(line.message_id)) === JSON.stringify(line)))
  const others = new Set(linesOf({ ...small, seed: 'other' }).map((line) => line.message_id))
  t.notOk(ids.some((id) => others.has(id)))
  t.end()
})

t.test('a story goes on from where it stood, whatever the day', (t) => {
  const since = now - 29 * 86_400_000
  const told = linesOf({ ...small, since })
  t.same(told, linesOf(small), 'by default it began so many days ago')
  const later = linesOf({ ...small, since, now: now + 5 * 86_400_000 })
  const byId = new Map(later.map((line) => [line.message_id, JSON.stringify(line)]))
  t.ok(told.every((line) => byId.get(line.message_id) === JSON.stringify(line)))
  const days = new Set(later.map(({ timestamp }) => new Date(timestamp).toISOString().slice(0, 10)))
  t.equal(days.size, 35)
  const logs = (until: number) =>
    [...demoLogs({ now: until, days: 30, since })].flatMap(({ lines }) => parse(lines))
  const laterLogs = new Set(logs(now + 5 * 86_400_000).map((line) => JSON.stringify(line)))
  t.ok(logs(now).every((line) => laterLogs.has(JSON.stringify(line))))
  t.ok(laterLogs.size > logs(now).length)
  t.end()
})

t.test('nothing lies in the future or outside the days, and batches fit a request', (t) => {
  for (const { lines, events, day } of demoBatches(small)) {
    const parsed = parse(lines)
    const midnight = Date.parse(day)
    if (
      !parsed.every(
        ({ timestamp }) => timestamp <= now && timestamp >= midnight && Number.isInteger(timestamp),
      )
    )
      t.fail(`a line of ${day} has a time of another day`)
    t.equal(parsed.filter((line) => line.event !== undefined).length, events)
    t.ok(parsed.length <= 10_000)
  }
  const days = new Set([...demoBatches(small)].map(({ day }) => day))
  t.equal(days.size, 30)
  t.ok(days.has('2026-11-20'))
  t.end()
})

t.test('people arrive anonymously, sign up, return and pay', (t) => {
  const lines = linesOf(small)
  const seen = new Set<string>()
  const withContext = new Set<string>()
  for (const { type, session_id } of lines) {
    if (type === 'group') continue
    if (type === 'context') withContext.add(session_id)
    else if (!withContext.has(session_id)) t.fail('an event before the context of its session')
  }
  const persons = (event: string): number => {
    const users = new Set(
      lines.filter((line) => line.event === event).map((line) => line.user_id ?? line.device_id),
    )
    return users.size
  }
  for (const { user_id } of lines) if (user_id !== undefined) seen.add(user_id)
  const signedUp = persons('signed_up')
  t.ok(signedUp > 30 && signedUp < persons('page_viewed') / 2, 'some of the visitors sign up')
  t.ok(persons('project_created') > 0.6 * signedUp, 'most of them start')
  t.ok(persons('upgraded') > 0 && persons('upgraded') < 0.4 * signedUp, 'some of them pay')
  const devices = new Map<string, Set<string>>()
  for (const { type, user_id, device_id } of lines)
    if (type === 'identify' && user_id !== undefined)
      devices.set(user_id, (devices.get(user_id) ?? new Set()).add(device_id))
  t.equal(devices.size, seen.size, 'every user is identified')
  t.ok(
    [...devices.values()].some((one) => one.size === 2),
    'some have two devices',
  )
  t.end()
})

t.test('logs', (t) => {
  const batches = [...demoLogs({ now, days: 10 })]
  t.same([...demoLogs({ now, days: 10 })], batches)
  const lines = batches.flatMap((batch) => parse(batch.lines))
  t.equal(
    batches.reduce((sum, { logs }) => sum + logs, 0),
    lines.length,
  )
  t.equal(new Set(lines.map((line) => line.message_id)).size, lines.length)
  t.ok(lines.every((line) => line.timestamp <= now))
  t.end()
})

t.test('metrics repeat, go on, and count up until a release', (t) => {
  const since = now - 9 * 86_400_000
  const told = (until: number) =>
    [...demoMetrics({ now: until, days: 10, since })].flatMap(
      ({ lines }) => parse(lines) as unknown as Readonly<Record<string, unknown>>[],
    )
  const points = told(now)
  const later = new Set(told(now + 86_400_000).map((point) => JSON.stringify(point)))
  t.ok(points.every((point) => later.has(JSON.stringify(point))))
  t.ok(later.size > points.length)
  t.equal(new Set(points.map((point) => point['message_id'])).size, points.length)
  t.ok(points.every((point) => Number(point['timestamp']) <= now))
  t.same([...new Set(points.map(({ type }) => type))].sort(), ['counter', 'gauge', 'histogram'])
  const ofOne = points.filter(
    (point) => point['source'] === 'api-1' && JSON.stringify(point['labels'] ?? null).includes('"200"'),
  )
  const drops = ofOne.filter((point, index) => Number(point['value']) < Number(ofOne[index - 1]?.['value']))
  const inside = plotOf(Math.floor(since / 86_400_000), 10).releases.filter(
    ({ moment }) => moment > 0 && moment < 9,
  )
  t.equal(drops.length, inside.length)
  t.end()
})

t.test('the story: a launch spreads, a campaign brings many, a release breaks and is mended', (t) => {
  const days = 90
  const first = Math.floor(now / 86_400_000) - days + 1
  const plot = plotOf(first, days)
  const lines = linesOf({ now, days, devices: 1200 })
  const momentOf = ({ timestamp }: Line): number => timestamp / 86_400_000 - first
  const count = (event: string, from: number, to: number): number =>
    lines.filter((line) => line.event === event && momentOf(line) >= from && momentOf(line) < to).length
  const at = (title: string): number => plot.marks.find((mark) => mark.title.startsWith(title))?.moment ?? -1
  const [launch, campaign, broken, fixed] = [at('2.4.0'), at('Campaign'), at('2.5.0'), at('2.5.1')]
  t.ok(days - 30 <= launch && launch < campaign && campaign < broken && broken < fixed && fixed < days - 3)

  t.equal(count('dashboard_shared', 0, Math.floor(launch)), 0)
  const weeks = [0, 7].map((from) => count('dashboard_shared', launch + from, launch + from + 7))
  t.ok(weeks[0]! > 0 && weeks[1]! > 2 * weeks[0]!, String(weeks))

  const brought = new Set(
    lines.filter(({ context }) => context?.['utm_campaign'] === 'creator_week').map((line) => line.device_id),
  )
  t.ok(brought.size > 30)

  const conversion = (from: number, to: number): number =>
    count('signed_up', from, to) / count('signup_started', from, to)
  t.ok(conversion(broken, fixed) < 0.7 * conversion(0, broken))
  t.ok(conversion(fixed, days) > 0.8 * conversion(0, broken))
  const versions = lines.filter((line) => line.type === 'context' && momentOf(line) > broken + 0.01)
  t.same([...new Set(versions.map(({ context }) => context?.['app_version']))].sort(), ['2.5.0', '2.5.1'])

  const errors = [...demoLogs({ now, days })]
    .flatMap((batch) => parse(batch.lines) as unknown as (Line & { readonly level: string })[])
    .filter(({ level }) => level === 'error')
  const perDay = (from: number, to: number): number =>
    errors.filter((line) => momentOf(line) >= from && momentOf(line) < to).length / (to - from)
  t.ok(perDay(broken, fixed) > 5 * perDay(fixed, days))
  t.end()
})
