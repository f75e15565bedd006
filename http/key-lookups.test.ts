import t from 'tap'
import type { Admission } from '../contract/index.js'
import { createKeyLookups } from './key-lookups.js'

const admission = { caller: { id: 'key_1' } } as unknown as Admission
const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/**
 * Sends this many concurrent requests, each with the key of its number. Returns their outcomes, and how many
 * lookups ran together.
 */
async function atOnce(requests: number, keyOf: (n: number) => string, isValid: (key: string) => boolean) {
  const lookups = createKeyLookups(4)
  let running = 0
  let most = 0
  const ask = async (secret: string): Promise<'admitted' | 'unknown' | 'refused'> => {
    const find = async (): Promise<Admission | null> => {
      running++
      most = Math.max(most, running)
      await later()
      running--
      return isValid(secret) ? admission : null
    }
    const found = lookups({ secret, address: '192.0.2.1' }, find)
    return found.then((one) => (one === null ? 'unknown' : 'admitted')).catch(() => 'refused' as const)
  }
  const outcomes = await Promise.all(Array.from({ length: requests }, (_, n) => ask(keyOf(n))))
  const count = (outcome: string): number => outcomes.filter((one) => one === outcome).length
  return {
    admitted: count('admitted'),
    unknown: count('unknown'),
    refused: count('refused'),
    most,
  }
}

t.test('a client that starts with hundreds of requests at once is admitted', async (t) => {
  const { admitted, refused } = await atOnce(
    500,
    () => 'good',
    () => true,
  )
  t.strictSame([admitted, refused], [500, 0])
})

t.test('who guesses waits in turn, with one key as with many', async (t) => {
  for (const keyOf of [() => 'bad', (n: number) => `bad ${n}`]) {
    const { admitted, unknown, refused, most } = await atOnce(500, keyOf, () => false)
    t.equal(admitted, 0)
    t.ok(unknown <= 110 && refused >= 390, `${unknown} were looked up, ${refused} were not`)
    t.equal(most, 2, 'half of the look-ups are for one address')
  }
})

t.test('a key that was deleted is looked up again', async (t) => {
  const lookups = createKeyLookups(4)
  const key = { secret: 'a', address: '192.0.2.1' }
  t.equal(await lookups(key, () => Promise.resolve(admission)), admission)
  t.equal(await lookups(key, () => Promise.resolve(null)), null)
  t.equal(await lookups(key, () => Promise.resolve(admission)), admission, 'and one that is there again')
  await t.rejects(
    lookups({ ...key, secret: 'b' }, () => Promise.reject(new Error('away'))),
    /away/,
  )
  t.equal(await lookups({ ...key, secret: 'b' }, () => Promise.resolve(admission)), admission)
})
