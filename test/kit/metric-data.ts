import { randomOf } from './random.js'

/** The time at which the laws of metrics ask; the events are from the two weeks before. */
export const metricNow = Date.UTC(2024, 10, 3, 12)

const day = 86_400_000
const [from, to] = [Date.UTC(2024, 9, 21), metricNow]

/** A line of POST /v1/events. */
export interface SampleLine {
  readonly device_id: string
  readonly [name: string]: unknown
}

/**
 * Events of 25 devices, links of twelve of them to seven users, and traits: names `open`, `buy` and `leave`, the
 * context column `country`, the properties `plan` and `amount` (sometimes a string or missing), the trait `tier`.
 * Many events are at one instant or at the very end of a day.
 */
export function sampleLines(seed: number, size = 220): readonly SampleLine[] {
  const { below, pick } = randomOf(seed)
  const time = (): number => {
    const start = from + below(13) * day
    const kind = below(9)
    return kind === 0
      ? start
      : kind === 1
        ? start + day - 1
        : kind === 2
          ? from + 3 * day + 12_345
          : start + below(day)
  }
  const events = Array.from({ length: size }, (_, index): SampleLine => {
    const [device, at] = [below(25), Math.min(time(), to - 1)]
    const country = pick(['DE', 'FR', 'IT', 'ES', undefined])
    const plan = pick(['pro', 'free', '', undefined])
    const amount = pick([1, 2.5, -4, 100, '7', undefined])
    return {
      type: 'track',
      // The last devices never buy: an audience of buyers always leaves someone out.
      event: device < 23 ? pick(['open', 'open', 'buy', 'leave']) : pick(['open', 'leave']),
      device_id: `d${device}`,
      ...(below(3) > 0 && { session_id: `s${device}-${below(3)}-${Math.floor(at / (3 * day))}` }),
      timestamp: new Date(at).toISOString(),
      message_id: `m${index}`,
      context: country === undefined ? {} : { country },
      properties: { ...(plan !== undefined && { plan }), ...(amount !== undefined && { amount }) },
    }
  })
  const timestamp = new Date(to - 1).toISOString()
  const devices = Array.from({ length: 12 }, (_, device) => ({ device, device_id: `d${device}` }))
  return [
    ...events,
    ...devices.map(({ device, device_id }) => ({
      type: 'identify',
      device_id,
      user_id: `u${device % 7}`,
      timestamp,
      traits: { tier: device % 2 === 0 ? 'gold' : 'silver' },
    })),
  ]
}

/** Returns the person of each device, as the lines link them. */
export function personsOf(lines: readonly SampleLine[]): (device: string) => string {
  const users = new Map(
    lines.map(({ device_id, user_id }) => [user_id === undefined ? '' : device_id, user_id]),
  )
  return (device) => (users.get(device) as string | undefined) ?? device
}
