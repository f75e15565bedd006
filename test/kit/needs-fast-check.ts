/** Loads modules that import fast-check, which is an optional peer dependency of the package. */
export async function needsFastCheck<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('random plans need the package fast-check; run npm install --save-dev fast-check', {
      cause: error,
    })
  }
}
