/** Writes a line of the requested output. */
export const say = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Writes a line of progress or an error, to standard error. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`)

/** Formats rows as columns of equal width, separated by two blanks. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
