import fc from 'fast-check'

/** An event of the metric laws: the part that is sent, and the part that a test counts with. */
export type LawEvent = {
  readonly event: string
  readonly device_id: string
  readonly session_id: string | null
  readonly timestamp: string
  readonly message_id: string
  readonly context: { readonly country?: string }
  readonly properties: { readonly plan?: string; readonly amount?: number | string }
}

export type LawLink = {
  readonly type: 'identify'
  readonly device_id: string
  readonly user_id: string
  readonly timestamp: string
}

export interface LawData {
  readonly events: readonly LawEvent[]
  readonly links: readonly LawLink[]
}

export type TraitLine = {
  readonly type: 'identify'
  readonly device_id: string
  readonly user_id: string
  readonly timestamp: string
  readonly traits: { readonly tier?: string | null; readonly age?: number | null }
}

export interface AudienceData extends LawData {
  readonly traits: readonly TraitLine[]
}

/** Events of few devices inside an interval, many of them at one instant or at the very end of a day. */
export function lawData(seed: number, from: number, to: number, size: number): LawData {
  const day = 86_400_000
  const time = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: from, max: to - 1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: (to - from) / day - 1 }).map((n) => from + n * day) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: (to - from) / day }).map((n) => from + n * day - 1) },
    { weight: 1, arbitrary: fc.constant(from + 3 * day + 12_345) },
  )
  const event = fc.record({
    event: fc.constantFrom('open', 'open', 'buy', 'leave'),
    device: fc.integer({ min: 0, max: 24 }),
    session: fc.option(fc.integer({ min: 0, max: 2 })),
    time,
    country: fc.constantFrom('DE', 'FR', 'IT', 'ES', undefined),
    plan: fc.constantFrom('pro', 'free', '', undefined),
    amount: fc.constantFrom(1, 2.5, -4, 100, '7', undefined),
  })
  const [drawn = []] = fc.sample(fc.array(event, { minLength: size, maxLength: size }), { seed, numRuns: 1 })
  const events = drawn.map(({ event: name, device, session, time: at, country, plan, amount }, index) => ({
    event: name,
    device_id: `d${device}`,
    session_id: session === null ? null : `s${device}-${session}-${Math.floor(at / (3 * day))}`,
    timestamp: new Date(at).toISOString(),
    message_id: `m${index}`,
    context: country === undefined ? {} : { country },
    properties: { ...(plan === undefined ? {} : { plan }), ...(amount === undefined ? {} : { amount }) },
  }))
  const links = Array.from({ length: 12 }, (_, device) => ({
    type: 'identify' as const,
    device_id: `d${device}`,
    user_id: `u${device % 7}`,
    timestamp: new Date(to - 1).toISOString(),
  }))
  return { events, links }
}

/** The person of an event, as linked. */
export function personIn({ links }: LawData): (event: LawEvent) => string {
  const users = new Map(links.map(({ device_id, user_id }) => [device_id, user_id]))
  return ({ device_id }) => users.get(device_id) ?? `device ${device_id}`
}
