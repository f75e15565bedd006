import type { ParquetStrings } from './parquet-strings.js'

/** The columns of some rows: the values of each by row. */
export interface ParquetColumn {
  readonly name: string
  readonly cells: ArrayLike<unknown>
  /** Whether the cells are times in milliseconds; only columns of canBeTime() are. */
  readonly isTime?: boolean
  /** The strings whose numbers the cells are. */
  readonly strings?: ParquetStrings | null
}

/** Members of our lines that are objects; a string with JSON is parsed as one. */
export const objects = new Set(['properties', 'traits', 'context', 'data', 'labels', 'buckets'])

/** Whether the cells of a column are members of the line as they are, so that times need no object of their own. */
export const canBeTime = (name: string): boolean =>
  name !== 'message_id' && !name.includes('.') && !objects.has(name)

/** A member of the line: a column of its own, or all columns that nest in one object. */
export interface Member {
  readonly name: string
  readonly parts: readonly Part[]
}

export interface Part {
  readonly cells: ArrayLike<unknown>
  readonly isTime: boolean
  readonly strings: ParquetStrings | null
  /** The name within the object; null if the column is the whole member. */
  readonly inner: string | null
}

/** A column's place in the line: its member is written there unless one of the earlier columns wrote it. */
export interface RowPosition {
  readonly member: Member
  readonly cells: ArrayLike<unknown>
  readonly earlier: readonly Part[]
}

export const isPresent = (cell: unknown): boolean => cell !== null && cell !== undefined

/** Whether a member is written at this place: its column has a cell, and no earlier one wrote it. */
export function isWritten({ cells, earlier }: RowPosition, row: number): boolean {
  if (!isPresent(cells[row])) return false
  for (const part of earlier) if (isPresent(part.cells[row])) return false
  return true
}

/** Whether all columns nest and have names of their own, in whose order an object has them. */
export const isFlat = (parts: readonly Part[]): boolean =>
  parts.every(({ inner }) => inner !== null && !/^\d+$/.test(inner)) &&
  new Set(parts.map(({ inner }) => inner)).size === parts.length

/** In the order of the columns, except that names that are integers come first, as in every object. */
export function placesOf(columns: readonly ParquetColumn[]): readonly RowPosition[] {
  const byName = Object.fromEntries(columns.map((column) => [column.name, column]))
  const members = new Map<string, Member & { readonly parts: Part[] }>()
  return Object.values(byName).map(({ name, cells, isTime = false, strings = null }) => {
    const dot = name.indexOf('.')
    const [outer, inner] = [name.slice(0, dot), name.slice(dot + 1)]
    const nests = dot > 0 && inner !== '' && objects.has(outer)
    const own = nests ? outer : name
    const member = members.get(own) ?? { name: own, parts: [] }
    members.set(own, member)
    const earlier = [...member.parts]
    member.parts.push({ cells, isTime, strings, inner: nests ? inner : null })
    return { member, cells, earlier }
  })
}
