/** The lines of an error's stack, and of its causes, that are in the folder's own sources; at most three. */
export function ownFrames(error: unknown, folder: string): readonly string[] {
  if (!(error instanceof Error)) return []
  const lines = (error.stack ?? '').split('\n')
  const own = lines.filter(
    (line) => /^\s+at /.test(line) && line.includes(folder) && !line.includes('/node_modules/'),
  )
  return [...own.slice(0, 3), ...ownFrames(error.cause, folder)].slice(0, 3)
}
