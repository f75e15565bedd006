import pg from 'pg'
import { ServiceError } from '../../../contract/index.js'

const mostTries = 3

/**
 * Retries a transaction that the server aborted in favour of another one: in a deadlock of an append with the
 * deletion of the workspace or with a change of its tables, or because the same catalogue row was changed
 * concurrently. An aborted transaction has stored nothing.
 */
export async function retryLost<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transaction()
    } catch (error) {
      if (tries === mostTries || !isLost(error instanceof ServiceError ? error.cause : error)) throw error
    }
}

const isLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '40P01' || (error.code === 'XX000' && error.message.startsWith('tuple concurrently ')))
