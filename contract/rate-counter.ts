import { serviceRef } from './service-ref.js'

/**
 * Counts attempts across all processes of the service. A window of `seconds` begins with its first attempt,
 * which has the number 1. The first attempt after its end begins another window.
 */
export interface TryCounter {
  /**
   * Counts one more attempt. Returns the attempts in the window, this one included, and the seconds until the
   * window ends.
   */
  count(key: string, seconds: number): Promise<{ readonly tries: number; readonly secondsLeft: number }>
}

/** Without a plugin that supplies it, each process counts on its own. */
export const tryCounter = serviceRef<TryCounter>('tryCounter')
