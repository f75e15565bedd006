import { serviceRef } from './service-ref.js'

/**
 * Counts tries for all processes of the service together. A window of `seconds` begins with its first try and is
 * counted from 1; the next try after its end begins another.
 */
export interface TryCounter {
  /** Counts one more: how many there are in the window with it, and when that ends. */
  count(key: string, seconds: number): Promise<{ readonly tries: number; readonly secondsLeft: number }>
}

/** Without a plugin that supplies it, each process limits for itself. */
export const tryCounter = serviceRef<TryCounter>('tryCounter')
