import { hash as digest } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addressGroup, type Admission } from '../contract/index.js'
import { createFairGate } from './fair-gate.js'
import { Refusal } from './refusal.js'

/** Looks a key up: immediately if it was valid recently, otherwise in turn. */
export type KeyLookups = (
  key: { readonly secret: string; readonly address: string },
  find: () => Promise<Admission | null>,
) => Promise<Admission | null>

/**
 * Valid keys are remembered, by hash, for this time after their last use; the clock is read once a second.
 */
const remembered = { max: 10_000, ttl: 600_000, ttlResolution: 1_000, updateAgeOnGet: true }
/** Waiting lookups of one address. */
const waiting = 100
const retrySeconds = 1

/**
 * Keeps the records available for valid keys while others guess keys. A key is looked up each time, so that a
 * deleted one stops working at once; the memory only decides which lookups wait. Throws UNAVAILABLE if too
 * many lookups of one address wait.
 */
export function createKeyLookups(width: number): KeyLookups {
  const valid = new LRUCache<string, true>(remembered)
  const gate = createFairGate({
    width,
    each: Math.max(1, Math.floor(width / 2)),
    waiting,
    full: () =>
      new Refusal(
        'key_lookups',
        'too many unknown keys from this address at once (KEY_LOOKUPS)',
        retrySeconds,
      ),
  })
  /**
   * The first lookups of keys not valid recently: further requests with the same key wait for them outside
   * the gate.
   */
  const first = new Map<string, Promise<unknown>>()
  return async ({ secret, address }, find) => {
    const hash = digest('sha256', secret, 'base64')
    const gated = (): Promise<Admission | null> => gate(addressGroup(address), find)
    // A client that starts with hundreds of concurrent requests is not guessing: the first lookup shows that
    // its key is valid.
    const other = valid.has(hash) ? undefined : first.get(hash)
    if (other !== undefined) await other.catch(() => undefined)
    const isFirst = !valid.has(hash) && !first.has(hash)
    const lookup = valid.has(hash) ? find() : gated()
    if (isFirst) first.set(hash, lookup)
    try {
      const found = await lookup
      if (found === null) valid.delete(hash)
      else valid.set(hash, true)
      return found
    } finally {
      if (isFirst) first.delete(hash)
    }
  }
}
