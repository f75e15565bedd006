import { invalid, ServiceError } from './errors.js'
import type { WorkspaceAsk } from './ask.js'
import { sharedParameters, type KnownQuestion, type SavedQuestion, type SharedParameter } from './saved.js'

const mostBytes = 16_384

/** Throws VALIDATION_ERROR with the path under `/question` if the question's own route would reject it. */
export async function checkQuestion(ask: WorkspaceAsk, question: SavedQuestion): Promise<KnownQuestion> {
  if (question.body !== undefined && question.query !== undefined)
    throw invalid('/question', 'question must have a query or a body, not both')
  if (Buffer.byteLength(JSON.stringify(question)) > mostBytes)
    throw invalid('/question', `question must not be longer than ${mostBytes} bytes of JSON`)
  try {
    return await ask.saved.check(question)
  } catch (error) {
    throw placedUnder(error, '/question')
  }
}

/** Moves the paths of an error under `place`. NOT_FOUND (an unknown segment or cohort) becomes VALIDATION_ERROR. */
export function placedUnder(error: unknown, place: string): unknown {
  if (!(error instanceof ServiceError)) return error
  if (error.code !== 'VALIDATION_ERROR' && error.code !== 'NOT_FOUND') return error
  const given = error.details.length === 0 ? [{ path: '', message: error.message }] : error.details
  const details = given.map(({ path, message }) => ({
    path: path === '' ? place : `${place}/${path.replace(/^\//, '')}`,
    message,
  }))
  const message = place === '' ? error.message : `question: ${error.message}`
  return new ServiceError('VALIDATION_ERROR', message, { details, cause: error })
}

const bases = ['http://a.invalid', 'https://b.invalid'] as const

/**
 * Rejects a view that leads a browser to another site, such as `//evil.example`, `/\evil.example` or `javascript:…`.
 * Browsers read backslashes as slashes and skip tabs and line breaks, so the URL parser of browsers decides.
 */
export function checkView(view: string | null | undefined): void {
  if (typeof view === 'string' && !staysHere(view))
    throw invalid('/view', 'view must be a path of the explorer, without host or control characters')
}

/** Resolves the view against two origins with different protocols, so that a view cannot pass by naming one of them. */
const staysHere = (view: string): boolean =>
  // eslint-disable-next-line no-control-regex -- the pattern has to match control characters
  !/[\u0000-\u001f\u007f]/.test(view) &&
  bases.every((base) => {
    if (!URL.canParse(view, base)) return false
    const { origin, pathname } = new URL(view, base)
    return origin === base && !pathname.startsWith('//')
  })

export type SharedValues = Readonly<Partial<Record<SharedParameter, string | null>>>

/** Replaces the question's range, time zone and granularity by those that `shared` gives and the question takes. */
export function withShared(
  question: SavedQuestion,
  { takes }: KnownQuestion,
  shared: SharedValues,
): SavedQuestion {
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
