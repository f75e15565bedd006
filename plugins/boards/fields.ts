import {
  blank,
  invalid,
  ServiceError,
  type SavedQuestion,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { columns, type Board, type GridPlace } from './board.js'

const mostBytes = 16_384

/** Trims a name or title. Throws VALIDATION_ERROR if nothing is left. */
export function readText(field: 'name' | 'title', text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw blank(`/${field}`)
  return trimmed
}

/** Checks the board's range, time zone and granularity as those of a question. Throws VALIDATION_ERROR with the field. */
export async function checkShared(
  ask: WorkspaceAsk,
  { range, timezone, granularity }: Pick<Board, 'range' | 'timezone' | 'granularity'>,
): Promise<void> {
  try {
    await ask.question({
      source: 'events',
      range: range ?? 'today',
      ...(timezone === null ? {} : { timezone }),
      ...(granularity === null ? {} : { granularity }),
    })
  } catch (error) {
    throw placed(error, '')
  }
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

/** Throws VALIDATION_ERROR with the path under `/question` if the question's own route would reject it. */
export async function checkQuestion(ask: WorkspaceAsk, question: SavedQuestion): Promise<void> {
  if (question.body !== undefined && question.query !== undefined)
    throw invalid('/question', 'question must have a query or a body, not both')
  if (Buffer.byteLength(JSON.stringify(question)) > mostBytes)
    throw invalid('/question', `question must not be longer than ${mostBytes} bytes of JSON`)
  try {
    await ask.saved.check(question)
  } catch (error) {
    throw placed(error, '/question')
  }
}

/** Moves the paths of an error under `place`. NOT_FOUND (an unknown segment or cohort) becomes VALIDATION_ERROR. */
function placed(error: unknown, place: string): unknown {
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

/** Throws VALIDATION_ERROR if the tile extends beyond the right edge of the board. */
export function checkPlace({ left, width }: Pick<GridPlace, 'left' | 'width'>, at = ''): void {
  if (left + width > columns)
    throw invalid(`${at}/width`, `left and width together must be at most ${columns}`)
}
