export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An id, which may be a number; an empty one is none. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A member that is an object, also as the JSON text that a table holds; an empty one if it is missing. Throws on others. */
export function objectOf(value: unknown, name: string): Members {
  if (value === undefined || value === null || value === '') return {}
  const found: unknown = typeof value === 'string' ? parsed(value) : value
  if (!isObject(found)) throw new Error(`${name} is no object`)
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parts members by a table of columns: these, and the rest less what is dropped. */
export function parted(
  members: Members,
  columns: Readonly<Record<string, string>>,
  dropped: ReadonlySet<string>,
): { readonly context: Members; readonly rest: Members } {
  const context = new Map<string, unknown>()
  const rest = Object.entries(members).filter(([name, value]) => {
    if (dropped.has(name)) return false
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (
      column === undefined ||
      context.has(column) ||
      (typeof value !== 'string' && typeof value !== 'number')
    )
      return true
    context.set(column, value)
    return false
  })
  return { context: Object.fromEntries(context), rest: Object.fromEntries(rest) }
}
