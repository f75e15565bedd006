import { ImportError, type ImportMembers as Members } from '../../contract/index.js'

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an id as a string; ids may be numbers. Undefined if it is empty or another type. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/**
 * Returns a member that is an object, or JSON text of one as in a table; an empty object if it is missing.
 * Throws on anything else.
 */
export function objectOf(value: unknown, name: string): Members {
  if (value === undefined || value === null || value === '') return {}
  const found: unknown = typeof value === 'string' ? parsed(value) : value
  if (!isObject(found)) throw new ImportError(`${name} must be an object`)
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Splits members by a table of columns: the context columns, and the rest without the dropped ones. */
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
