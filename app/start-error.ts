/** The program cannot start. The message is one line for the operator: the problem and, if known, the fix. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The error for a workspace that a command line names by slug or id. */
export const unknownWorkspace = (slugOrId: string): StartError =>
  new StartError(`unknown workspace ${slugOrId}`)

/** Returns an error's message as one line; some network errors have only a code. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { readonly code?: unknown }
  const words = error.message === '' && typeof code === 'string' ? code : error.message
  return words.replaceAll(/\s*\n\s*/g, ' ').trim() || error.name
}
