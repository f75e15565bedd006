import type { TestService, TestWorkspace } from '../support/service.js'

/** Made-up people over 21 days that end today: enough for every view, few enough to be counted. */
const people = 36
const days = 21
const countries = ['DE', 'US', 'FR', 'BR']
const devices = ['desktop', 'mobile', 'tablet']
const day = 86_400_000

export async function demoWeek(service: TestService, { ingestKey, id }: TestWorkspace): Promise<void> {
  const today = Math.floor(Date.now() / day) * day
  const events = Array.from({ length: people }, (_, person) => eventsOf(person, today)).flat()
  await send(service, '/v1/events', ingestKey, events)
  await send(service, '/v1/metrics', ingestKey, metricsUntil(today))
  for (const [title, category, age] of [
    ['Version 2.4', 'release', 6],
    ['Exports fail', 'incident', 4],
  ] as const) {
    const body = { title, category, timestamp: new Date(today - age * day).toISOString() }
    const { status } = await service.call('POST', '/api/v1/marks', { workspace: id, body })
    if (status !== 201) throw new Error(`no mark: ${status}`)
  }
}

function eventsOf(person: number, today: number): readonly object[] {
  const who = {
    device_id: `device-${person}`,
    ...(person % 3 === 0 ? {} : { user_id: `user-${person}` }),
    context: { country: countries[person % countries.length], device_type: devices[person % devices.length] },
  }
  return Array.from({ length: days }, (_, age) => age)
    .filter((age) => (person * 7 + age * 5) % (2 + (person % 5)) === 0)
    .flatMap((age) => {
      const start = today - age * day + (person % 10) * 60_000
      const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString()
      const one = (event: string, minutes: number, properties: object = {}): object => ({
        type: 'track',
        event,
        message_id: `${person} ${age} ${event}`,
        timestamp: at(minutes),
        properties: { plan: person % 4 === 0 ? 'pro' : 'free', ...properties },
        ...who,
      })
      return [
        one('page_viewed', 0),
        one('search_performed', 1),
        ...((person + age) % 3 === 0 ? [one('purchase', 2, { amount: 10 + person })] : []),
      ]
    })
}

const metricsUntil = (today: number): readonly object[] =>
  Array.from({ length: 24 }, (_, hours) => {
    const timestamp = new Date(today - hours * 3_600_000).toISOString()
    const labels = { route: hours % 2 === 0 ? '/a' : '/b' }
    return [
      {
        name: 'cpu.load',
        type: 'gauge',
        value: 0.25 + (hours % 4) / 8,
        service: 'api',
        source: 'host-1',
        labels,
        timestamp,
      },
      {
        name: 'http.requests',
        type: 'counter',
        value: 10_000 - hours * 100,
        service: 'api',
        source: 'host-1',
        timestamp,
      },
    ]
  }).flat()

async function send(
  service: TestService,
  path: string,
  token: string,
  lines: readonly object[],
): Promise<void> {
  const body = lines.map((line) => JSON.stringify(line)).join('\n')
  const { status, body: answer } = await service.call('POST', path, { token, body })
  if (status !== 202) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
}
