import type { JsonValue } from '../contract/index.js'

/**
 * The properties of event `n`: each has `plan` and `total`; the other names take turns, so that all are equally frequent.
 */
export function namedProperties(n: number, names: number, per: number): Record<string, JsonValue> {
  const own: Record<string, JsonValue> = { plan: ['free', 'pro', 'team'][n % 3] ?? '', total: n % 1_000 }
  for (let i = 2; i < per; i++) {
    const name = 2 + ((n * (per - 2) + i) % Math.max(1, names - 2))
    own[`property_${name}`] = name % 3 === 0 ? (n * 7) % 10_000 : `value ${(n * 13) % 500}`
  }
  return own
}
