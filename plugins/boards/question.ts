import {
  sharedParameters,
  type KnownQuestion,
  type SavedQuestion,
  type SharedParameter,
} from '../../core/contract/index.js'

export type Shared = Readonly<Partial<Record<SharedParameter, string | null>>>

/** The question with what the board says instead of its own range, zone and granularity, as far as it takes them. */
export function withShared(question: SavedQuestion, { takes }: KnownQuestion, shared: Shared): SavedQuestion {
  const over = sharedParameters.flatMap((name) => {
    const value = shared[name]
    return value == null || !takes.includes(name) ? [] : [[name, value] as const]
  })
  if (over.length === 0) return question
  if (question.body !== undefined)
    return { ...question, body: { ...question.body, ...Object.fromEntries(over) } }
  const query = new URLSearchParams(question.query)
  for (const [name, value] of over) query.set(name, value)
  return { ...question, query: query.toString() }
}

/**
 * Whether everybody may see the answer. Rows of persons, events and logs are not shown, nor what tells figures apart by
 * who a person is, or by the words of a log line. Filters are: they choose what is counted and show nothing of it.
 */
export function isForEverybody(
  { path, query = '', body = {} }: SavedQuestion,
  known: KnownQuestion,
): boolean {
  if (!known.figures) return false
  const asked = [...new URLSearchParams(query)].filter(([name]) => !name.startsWith('conditions['))
  return ![decodeURIComponent(path), ...asked.map(([, value]) => value), ...textsIn(body)].some(isPersonal)
}

/** Also as the argument of a key: `top_sessions:user_id`. */
const isPersonal = (text: string): boolean =>
  /(?:^|[:/])(?:device_id|user_id|session_id|person|trait:.*|message(?:\..*)?)$/s.test(text)

const filters = /(?:^|_)filters$/

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (filters.test(name) ? [] : textsIn(inner)))
}
