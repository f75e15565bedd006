import { AssertionError } from 'node:assert'
import { randomInt } from 'node:crypto'

/** One promise of the contract. Any test runner runs it: `test(law.name, law.check)`. */
export interface Law {
  readonly name: string
  /** Rejects with an AssertionError whose message names the law and, for random cases, the seed. */
  readonly check: () => Promise<void>
}

/** What `work` returns: null if the law holds, else how it is broken. */
export const law = (name: string, work: () => Promise<string | null>, seed?: number): Law => ({
  name,
  async check() {
    const broken = await faultOf(work)
    if (broken === null) return
    const repeat = seed === undefined ? '' : `\nrepeat it with seed: ${seed}`
    throw new AssertionError({ message: `${name}: ${broken}${repeat}` })
  },
})

async function faultOf(work: () => Promise<string | null>): Promise<string | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return error instanceof Fault ? error.message : (error.stack ?? error.message)
  }
}

/** An unexpected answer of the service under test; its stack would only show the kit. */
export class Fault extends Error {
  override readonly name = 'Fault'
}

/** A seed for random cases of a suite that is given none. */
export const newSeed = (): number => randomInt(2 ** 31)
