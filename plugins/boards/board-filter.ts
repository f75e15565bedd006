import {
  invalid,
  ServiceError,
  type JsonObject,
  type JsonValue,
  type KnownQuestion,
  type SavedQuestion,
} from '../../contract/index.js'
import { longestFilter } from './board.js'

/** Reads the filter of a data request: JSON, `null` for none. Throws VALIDATION_ERROR if it is no JSON. */
export function parseFilter(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw invalid('filter', 'filter must be JSON')
  }
}

/** Throws VALIDATION_ERROR if the filter is too long to be combined with those of tiles. */
export function checkLength(filter: JsonValue): void {
  if (Buffer.byteLength(JSON.stringify(filter)) > longestFilter)
    throw invalid('/filter', `filter must not be longer than ${longestFilter} bytes of JSON`)
}

/**
 * Restricts a question to the rows that meet the filter of its board, in addition to its own filters. Throws
 * VALIDATION_ERROR if the question takes no filter: its answer over all rows must not pass for one over these.
 */
export function filtered(
  question: SavedQuestion,
  { takesFilter }: KnownQuestion,
  filter: JsonValue,
): SavedQuestion {
  if (!takesFilter) throw invalid('filter', 'this question takes no filter')
  if (question.body !== undefined)
    return { ...question, body: { ...question.body, filter: both(question.body['filter'], filter) } }
  const query = new URLSearchParams(question.query)
  const own = query.get('filter')
  query.set('filter', JSON.stringify(both(own === null ? undefined : parseFilter(own), filter)))
  return { ...question, query: query.toString() }
}

/** Lists that are joined by `and` become one, so that the tree is no deeper than it must be. */
const both = (own: JsonValue | undefined, shared: JsonValue): JsonValue =>
  own == null ? shared : { and: [...termsOf(own), ...termsOf(shared)] }

function termsOf(filter: JsonValue): readonly JsonValue[] {
  const { and, ...rest } = isObject(filter) ? filter : {}
  return Array.isArray(and) && Object.keys(rest).length === 0 ? (and as readonly JsonValue[]) : [filter]
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the error of a tile whose question cannot take the filter of its board; any other error as it is. With
 * `hidden` the message says nothing of the filter and of the question, because public links show neither.
 */
export function misfit(error: unknown, hidden: boolean): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') return error
  const { details, message } = error
  const text = 'the filter of the board does not fit this question'
  if (hidden) return invalid('filter', text)
  if (!details.some(({ path }) => /^\/?filter\b/.test(path))) return error
  return new ServiceError('VALIDATION_ERROR', `${text}: ${message}`, { details, cause: error })
}

/** Returns the names of the fields that a filter reads, at any depth. */
export function fieldsOf(filter: JsonValue): readonly string[] {
  if (typeof filter !== 'object' || filter === null) return []
  return Object.entries(filter as JsonObject).flatMap(([name, value]) =>
    name === 'field' && typeof value === 'string' ? [value] : fieldsOf(value),
  )
}
