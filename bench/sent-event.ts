import { randomUUID } from 'node:crypto'

/** Distinct events, as clients send them. */
export function eventMaker(): () => SentEvent {
  let made = 0
  return () => {
    const n = made++
    return {
      event: `event_${n % 40}`,
      device_id: `device-${n % 5_000}`,
      session_id: `session-${n >> 3}`,
      ...(n % 5 === 0 ? { user_id: `user-${n % 1_000}` } : {}),
      timestamp: new Date(Date.now() - (n % 86_400_000)).toISOString(),
      message_id: randomUUID(),
      context: { os: 'iOS', country: 'DE', device_type: 'mobile', app_version: '1.2.3' },
      properties: {
        plan: 'pro',
        amount: n / 4,
        path: `/p/${n % 50}`,
        title: `Some page's title ${n % 100}`,
        first: true,
      },
    }
  }
}

export interface SentEvent {
  readonly event: string
  readonly device_id: string
  readonly session_id: string
  readonly user_id?: string
  readonly timestamp: string
  readonly message_id: string
  readonly context: Readonly<Record<string, string>>
  readonly properties: Readonly<Record<string, string | number | boolean>>
}
