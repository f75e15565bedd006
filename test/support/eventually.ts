import { setTimeout as pause } from 'node:timers/promises'
import { patience } from './patience.js'

/** Polls until `ask` gives a result other than false; throws "never: …" after `patience`. */
export async function eventually<T>(what: string, ask: () => Promise<T | false>): Promise<T> {
  const end = performance.now() + patience
  for (;;) {
    const answer = await ask().catch(() => false as const)
    if (answer !== false) return answer
    if (performance.now() > end) throw new Error(`never: ${what}`)
    await pause(20)
  }
}
