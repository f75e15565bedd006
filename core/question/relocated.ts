import { invalid, ServiceError } from '../../contract/index.js'

/** Returns what `read` returns. A 422 of it is thrown for the path instead. */
export function relocated<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'VALIDATION_ERROR')
      throw invalid(path, `${path}: ${error.message}`)
    throw error
  }
}
