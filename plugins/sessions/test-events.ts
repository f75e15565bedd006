export interface TestEvent {
  readonly event: string
  readonly device_id: string
  readonly session_id: string
  readonly timestamp: string
  readonly context: { readonly country?: string }
}

/** Deterministic events: sessions of up to four days, over nine days. */
export function randomEvents(): readonly TestEvent[] {
  let state = 7
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  return Array.from({ length: 600 }, () => {
    const session = random(150)
    const at = Date.UTC(2024, 4, 1) + (session % 60) * 7_200_000 + random(4 * 86_400_000)
    const country = ['DE', 'FR', 'IT'][random(4)]
    return {
      event: random(3) === 0 ? 'b' : 'a',
      device_id: `d${session % 40}`,
      session_id: `s${session}`,
      timestamp: new Date(at).toISOString(),
      context: country === undefined ? {} : { country },
    }
  })
}

/** The first event of each session. */
export function startsOf(events: readonly TestEvent[]): readonly TestEvent[] {
  const firsts = new Map<string, TestEvent>()
  for (const event of events) {
    const known = firsts.get(event.session_id)
    if (known === undefined || event.timestamp < known.timestamp) firsts.set(event.session_id, event)
  }
  return [...firsts.values()]
}

export const minute = (timestamp: string): string => `${timestamp.slice(0, 16)}:00Z`
