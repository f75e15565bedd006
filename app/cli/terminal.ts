/** A line of what was asked for. */
export const say = (line = ''): void => void process.stdout.write(`${line}\n`)

/** A line beside it: progress, complaints. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`)

/** Rows as columns of even width, two blanks apart. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
