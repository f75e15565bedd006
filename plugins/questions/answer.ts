import {
  invalid,
  sharedParameters,
  type JsonValue,
  type SavedQuestion,
  type SharedValues,
  withParameters,
  withShared,
  type WorkspaceAsk,
} from '../../contract/index.js'

interface Instead extends SharedValues {
  /** A filter tree, as JSON. */
  readonly filter?: string
  /** Values of a statement's parameters, as JSON. */
  readonly parameters?: string
}

/**
 * Answers a question with `instead` in place of its own range, granularity, time zone and filter tree; its conditions stay.
 * Values in `parameters` replace those of a statement. Throws VALIDATION_ERROR for a parameter that the question does not take.
 */
export async function answerOf(
  { saved }: Pick<WorkspaceAsk, 'saved'>,
  question: SavedQuestion,
  instead: Instead,
): Promise<object> {
  const known = saved.known(question)
  if (known === null) return saved.answer(question)
  for (const name of sharedParameters)
    if (instead[name] != null && !known.takes.includes(name))
      throw invalid(name, `${name} is not a parameter of this question`)
  const { parameters } = instead
  const asked = parameters === undefined ? question : withParameters(question, known, parameters)
  const shared = withShared(asked, known, instead)
  return saved.answer(instead.filter === undefined ? shared : withFilter(shared, instead.filter))
}

function withFilter(question: SavedQuestion, filter: string): SavedQuestion {
  if (question.body !== undefined) return { ...question, body: { ...question.body, filter: parsed(filter) } }
  const query = new URLSearchParams(question.query)
  query.set('filter', filter)
  return { ...question, query: query.toString() }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw invalid('filter', 'filter must be JSON')
  }
}
