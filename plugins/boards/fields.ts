import { invalid, ServiceError, type SavedQuestion, type WorkspaceAsk } from '../../core/contract/index.js'
import { columns, type Board, type GridPlace } from './board.js'

const mostBytes = 16_384

export function readText(field: 'name' | 'title', text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw invalid(`/${field}`, `${field} must not be blank`)
  return trimmed
}

/** What a board says instead of its tiles is what any question says: a 422 names the field. */
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
 * Rejects a view that a browser would follow to another site, as `//evil.example`, `/\evil.example` and
 * `javascript:…`. Browsers read backslashes as slashes and skip tabs and line breaks, so their own parser decides.
 */
export function checkView(view: string | null | undefined): void {
  if (typeof view === 'string' && !staysHere(view))
    throw invalid('/view', 'view must be a path of the explorer, without host and control characters')
}

/** Against two origins and protocols, so that a view cannot pass by naming one of them. */
const staysHere = (view: string): boolean =>
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  !/[\u0000-\u001f\u007f]/.test(view) &&
  bases.every((base) => {
    if (!URL.canParse(view, base)) return false
    const { origin, pathname } = new URL(view, base)
    return origin === base && !pathname.startsWith('//')
  })

/** A question that its own address would refuse is refused here, with the place of the complaint. */
export async function checkQuestion(ask: WorkspaceAsk, question: SavedQuestion): Promise<void> {
  if (question.body !== undefined && question.query !== undefined)
    throw invalid('/question', 'question has a query or a body, not both')
  if (Buffer.byteLength(JSON.stringify(question)) > mostBytes)
    throw invalid('/question', `question must not be longer than ${mostBytes} bytes of JSON`)
  try {
    await ask.saved.check(question)
  } catch (error) {
    throw placed(error, '/question')
  }
}

/** A segment or a cohort that is not there is a fault of what is kept. */
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

/** A tile does not reach over the right edge of the board. */
export function checkPlace({ left, width }: Pick<GridPlace, 'left' | 'width'>, at = ''): void {
  if (left + width > columns)
    throw invalid(`${at}/width`, `left and width together must be at most ${columns}`)
}
