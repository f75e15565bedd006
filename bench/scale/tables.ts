import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a page of bench/results by its name without the ending. */
export type ReadPage = (name: string) => string

export const pagesIn =
  (folder: string): ReadPage =>
  (name) =>
    readFileSync(join(folder, `${name}.md`), 'utf8')

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of the first table whose head begins so; throws if there is none. */
export function rowsUnder(page: string, head: string): readonly (readonly string[])[] {
  const lines = page.split('\n')
  const at = lines.findIndex((line) => line.startsWith(head))
  if (at < 0) throw new Error(`no table begins with "${head}"`)
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'))
  return lines.slice(at + 2, end < 0 ? lines.length : end).map(cellsOf)
}

/** `1,013` and `7.5 ✗ 2.5` are 1013 and 7.5; `–` is null. */
export function numberOf(cell = ''): number | null {
  const value = Number.parseFloat(cell.replaceAll(',', ''))
  return Number.isNaN(value) ? null : value
}

/** The number in the first group of the pattern; throws if the page has none. */
export function numberIn(page: string, pattern: RegExp): number {
  const value = numberOf(pattern.exec(page)?.[1])
  if (value === null) throw new Error(`no figure like ${String(pattern)}`)
  return value
}

/** A table as Markdown; the first column is text. */
export const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** Two digits that count, with a comma for thousands. */
export const shown = (value: number): string =>
  value >= 100
    ? Number(value.toPrecision(value >= 1_000 ? 2 : 3)).toLocaleString('en')
    : Number(value.toPrecision(2)).toString()
