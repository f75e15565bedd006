import { invalid } from './errors.js'
import type { JsonObject, JsonValue } from './json.js'
import type { KnownQuestion, SavedQuestion } from './saved.js'

/**
 * Replaces the values of a saved statement's parameters by those in `text`, a JSON object; others keep their saved value.
 * Throws VALIDATION_ERROR if it is no object, or the question has no parameters.
 */
export function withParameters(
  question: SavedQuestion,
  { takesParameters }: KnownQuestion,
  text: string,
): SavedQuestion {
  const { body } = question
  if (takesParameters !== true || body === undefined)
    throw invalid('parameters', 'parameters is not a parameter of this question')
  const saved = body['parameters']
  return {
    ...question,
    body: { ...body, parameters: { ...(isObject(saved) ? saved : {}), ...parsed(text) } },
  }
}

function parsed(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonValue
    if (isObject(value)) return value
  } catch {
    // Rejected below.
  }
  throw invalid('parameters', 'parameters must be a JSON object')
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
