import { contextColumns, type ContextColumn, type JsonObject, type JsonValue } from '../../contract/index.js'
import { isEmpty, isObject, setMember } from './clean.js'
import { maxText } from './fields.js'

/** Values of some context columns. */
export type ContextValues = Readonly<Partial<Record<ContextColumn, string>>>

/** An object split into context columns and other members. */
export interface SplitContext {
  readonly columns: ContextValues
  /** Members that have no column, in their original shape. */
  readonly rest: JsonObject
}

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const columnNames: ReadonlySet<string> = new Set(contextColumns)
const isColumn = (name: string): name is ContextColumn => columnNames.has(name)

/** Other names that clients use for the columns; a dot is one level of nesting. */
const aliases: Readonly<Record<string, ContextColumn>> = {
  os_name: 'os',
  osName: 'os',
  'os.name': 'os',
  'os.version': 'os_version',
  browser_name: 'browser',
  browserName: 'browser',
  'browser.name': 'browser',
  'browser.version': 'browser_version',
  'device.type': 'device_type',
  'app.version': 'app_version',
  'page.referrer': 'referrer',
  'campaign.source': 'utm_source',
  'campaign.medium': 'utm_medium',
  'campaign.name': 'utm_campaign',
  'location.country': 'country',
  'location.region': 'region',
  'location.city': 'city',
}

const columnOf: ReadonlyMap<string, ContextColumn> = new Map([
  ...contextColumns.map((name) => [name, name] as const),
  ...contextColumns.map((name) => [camelCase(name), name] as const),
  ...Object.entries(aliases),
])

/** Splits a client's `context` into known columns and the rest; drops `library`, the client library's name. */
export function splitContext(context: JsonObject): SplitContext {
  if (isEmpty(context)) return noContext
  const columns: Partial<Record<ContextColumn, string>> = {}
  let rest: Record<string, JsonValue> | null = null
  for (const name in context) {
    const value = context[name] as JsonValue
    if (name === 'library' || fill(columns, columnOf.get(name), value)) continue
    if (!isObject(value)) setMember((rest ??= {}), name, value)
    else {
      const left = Object.entries(value).filter(
        ([inner, member]) => !fill(columns, columnOf.get(`${name}.${inner}`), member),
      )
      if (left.length > 0) setMember((rest ??= {}), name, Object.fromEntries(left))
    }
  }
  return { columns, rest: rest ?? nothing }
}

const nothing: JsonObject = Object.freeze({})
const noContext: SplitContext = Object.freeze({ columns: Object.freeze({}), rest: nothing })

/** Splits top-level keys: those named like a column are added to `given`, which takes precedence. */
export function splitFlat(keys: JsonObject, given: ContextValues): SplitContext {
  if (isEmpty(keys)) return { columns: given, rest: keys }
  const columns = { ...given }
  const left = Object.entries(keys).filter(
    ([name, value]) => !fill(columns, isColumn(name) ? name : undefined, value),
  )
  return { columns, rest: Object.fromEntries(left) }
}

/** Adds the context's `rest` to the properties under `context`; a property of that name takes precedence. */
export function withContextRest(properties: JsonObject, rest: JsonObject): JsonObject {
  if (isEmpty(rest)) return properties
  const own = properties['context']
  if (own !== undefined && !isObject(own)) return properties
  return { ...properties, context: { ...rest, ...own } }
}

/**
 * Sets a column if it is empty. Returns false, so that the member stays in the rest, if there is no such column, it has
 * another value, or `value` is neither string nor number. An empty string leaves the column empty.
 */
function fill(
  columns: Partial<Record<ContextColumn, string>>,
  column: ContextColumn | undefined,
  value: JsonValue,
): boolean {
  if (column === undefined || (typeof value !== 'string' && typeof value !== 'number')) return false
  const text = shorten(String(value))
  if (columns[column] !== undefined) return columns[column] === text
  if (text !== '') columns[column] = text
  return true
}

/** Cuts a value that is too long for a column, such as a referrer, but never in the middle of a character. */
function shorten(text: string): string {
  if (text.length <= maxText) return text
  const cut = text.slice(0, maxText)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
