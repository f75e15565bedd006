import {
  fieldsBehind,
  type CalculatedProperty,
  type KnownQuestion,
  type SavedQuestion,
} from '../../contract/index.js'

type Calculated = ReadonlyMap<string, CalculatedProperty>

/**
 * Returns whether public links may show the answer. They show no rows of persons, events or logs, and no breakdown by a
 * field that identifies persons or by the text of log lines, nor by a calculated property that reads one. Filters do not
 * matter: they select the rows that are counted but are not part of the answer.
 */
export function isForEverybody(
  { path, query = '', body = {} }: SavedQuestion,
  known: KnownQuestion,
  calculated: Calculated,
): boolean {
  if (!known.figures) return false
  const asked = [...new URLSearchParams(query)].filter(
    ([name]) => name !== 'filter' && !name.startsWith('conditions['),
  )
  const values = asked.flatMap(([name, value]) => (name === 'breakdowns' ? textsInJson(value) : [value]))
  return ![decodeURIComponent(path), ...values, ...textsIn(body)].some(
    (text) => isPersonal(text) || readsPersonal(text, calculated),
  )
}

/** The strings of a list of breakdowns. A question is saved only if its list is JSON. */
function textsInJson(json: string): readonly string[] {
  try {
    return textsIn(JSON.parse(json))
  } catch {
    return []
  }
}

/** Matches a field name by itself and as the argument of a metric's key: `top_sessions:user_id`. */
const isPersonal = (text: string): boolean =>
  /(?:^|[:/])(?:device_id|user_id|session_id|person|trait:.*|message(?:\..*)?)$/s.test(text)

/** Whether the text names a calculated property that reads a personal field, or is unknown. */
function readsPersonal(text: string, calculated: Calculated): boolean {
  const [, name] = /(?:^|[:/])calc\.([^:/]+)$/.exec(text) ?? []
  if (name === undefined) return false
  const fields = fieldsBehind(name, calculated)
  return fields === null || [...fields].some(isPersonal)
}

const filters = /(?:^|_)filters?$/

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (filters.test(name) ? [] : textsIn(inner)))
}
