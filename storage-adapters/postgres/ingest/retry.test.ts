import pg from 'pg'
import t from 'tap'
import { analyticsError } from '../errors.js'
import { retryLost } from './retry.js'

const failing = (code: string, message: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

async function tries(errors: readonly unknown[]): Promise<number> {
  let count = 0
  const append = async (): Promise<void> => {
    const error = errors[count++]
    if (error !== undefined) throw error as Error
    await Promise.resolve()
  }
  await retryLost(append).catch(() => undefined)
  return count
}

t.test('an append aborted in favour of another transaction is retried, any other is not', async (t) => {
  const deadlock = analyticsError(failing('40P01', 'deadlock detected'))
  const changed = failing('XX000', 'tuple concurrently updated')
  t.equal(await tries([]), 1)
  t.equal(await tries([deadlock]), 2)
  t.equal(await tries([changed, deadlock]), 3)
  t.equal(await tries([deadlock, deadlock, deadlock, deadlock]), 3, 'a bounded number of times')
  t.equal(await tries([failing('XX000', 'something else')]), 1)
  t.equal(await tries([analyticsError(failing('42P01', 'no table'))]), 1)
})
