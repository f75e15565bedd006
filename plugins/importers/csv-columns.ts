import { ImportError, type ImportSource } from '../../contract/index.js'

/** One column of a CSV file: the path of its cells in the item, and their type. */
export interface CsvColumn {
  readonly name: string
  readonly path: readonly string[]
  readonly type: 'text' | 'number' | 'boolean' | 'json'
}

/** Names that start with one of these and a dot nest; any other dot is part of the name. */
const nested: Readonly<Record<ImportSource, readonly string[]>> = {
  events: ['properties', 'traits', 'context'],
  logs: ['data'],
  metrics: ['labels'],
}

/**
 * Reads a header; a name may end in `:number`, `:boolean` or `:json`. Throws on names that are empty or
 * collide.
 */
export function columnsOf(header: readonly string[], source: ImportSource): readonly CsvColumn[] {
  const columns = header.map((cell, index) => {
    const [, name = '', type] = /^(.*?)(?::(text|number|boolean|json))?$/s.exec(cell.trim()) ?? []
    const path = nested[source].includes(name.split('.', 1)[0] ?? '') ? name.split('.') : [name]
    if (path.includes('')) throw new ImportError(`the header's column ${index + 1} must have a complete name`)
    return { name, path, type: (type ?? 'text') as CsvColumn['type'] }
  })
  const seen = columns.map(({ path }) => `${path.join('\0')}\0`)
  for (const [index, path] of seen.entries()) {
    const other = seen.findIndex((one, at) => at !== index && one.startsWith(path))
    if (other !== -1)
      throw new ImportError(
        `the header's columns ${columns[index]?.name} and ${columns[other]?.name} exclude each other`,
      )
  }
  return columns
}

type Members = Record<string, unknown>

/** Returns a record as JSON, without empty cells. Throws if the record does not fit the columns. */
export function toJson(columns: readonly CsvColumn[], cells: readonly string[]): string {
  if (cells.length !== columns.length)
    throw new ImportError(`the record has ${cells.length} cells, the header ${columns.length}`)
  if (cells.some((cell) => cell.includes('\uFFFD'))) throw new ImportError('the record is not valid UTF-8')
  const item = Object.create(null) as Members
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (cell === '') continue
    const parent = column.path
      .slice(0, -1)
      .reduce<Members>((members, name) => (members[name] ??= Object.create(null)) as Members, item)
    parent[column.path.at(-1) ?? ''] = valueOf(cell, column)
  }
  return JSON.stringify(item)
}

function valueOf(cell: string, { name, type }: CsvColumn): unknown {
  const text = cell.trim()
  switch (type) {
    case 'text':
      return cell
    case 'number':
      if (text !== '' && Number.isFinite(Number(text))) return Number(text)
      break
    case 'boolean':
      if (/^(true|1)$/i.test(text)) return true
      if (/^(false|0)$/i.test(text)) return false
      break
    case 'json':
      try {
        return JSON.parse(text)
      } catch {
        break
      }
  }
  throw new ImportError(`the cell of column ${name} must be ${type === 'json' ? 'JSON' : `a ${type}`}`)
}
