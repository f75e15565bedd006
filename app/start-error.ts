/** The program cannot start. The message is one line for the operator: what is wrong and, where known, what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** What an error says, as one line; some errors of the network have only a code. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { readonly code?: unknown }
  const words = error.message === '' && typeof code === 'string' ? code : error.message
  return words.replaceAll(/\s*\n\s*/g, ' ').trim() || error.name
}
