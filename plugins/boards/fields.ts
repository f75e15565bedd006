import { blank, invalid, placedUnder, type WorkspaceAsk } from '../../core/contract/index.js'
import { columns, type Board, type GridPlace } from './board.js'

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
    throw placedUnder(error, '')
  }
}

/** Throws VALIDATION_ERROR if the tile extends beyond the right edge of the board. */
export function checkPlace({ left, width }: Pick<GridPlace, 'left' | 'width'>, at = ''): void {
  if (left + width > columns)
    throw invalid(`${at}/width`, `left and width together must be at most ${columns}`)
}
