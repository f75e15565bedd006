/** The data of a view as rows of a file. */
export interface Sheet {
  /** The file name without extension. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export type Cell = string | number | boolean | null | undefined

/** CSV by RFC 4180. Strings that spreadsheets would run as formulas get a leading apostrophe. */
export const csvOf = ({ columns, rows }: Sheet): string =>
  [columns, ...rows].map(lineOf).join('\r\n') + '\r\n'

const lineOf = (cells: readonly Cell[]): string => cells.map(cellOf).join(',')

function cellOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Downloads a file; strings as CSV unless `type` says otherwise. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export const saveSheet = (sheet: Sheet): void => saveFile(`${sheet.name}.csv`, csvOf(sheet))
