import pg from 'pg'
import { ServiceError } from '../../../contract/index.js'

const mostTries = 3

/**
 * Retries an append that the server aborted in favour of another transaction: in a
 * deadlock with the deletion of the workspace, or because the same catalogue row was
 * changed concurrently. An aborted append has stored nothing.
 */
export async function retryLost<T>(append: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await append()
    } catch (error) {
      if (tries === mostTries || !isLost(error instanceof ServiceError ? error.cause : error)) throw error
    }
}

const isLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '40P01' || (error.code === 'XX000' && error.message.startsWith('tuple concurrently ')))
