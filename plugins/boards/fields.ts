import { blank, invalid, placedUnder, unknownName, type WorkspaceAsk } from '../../contract/index.js'
import { checkLength, fieldsOf } from './board-filter.js'
import { columns, type GridPlace, type Shared } from './board.js'

/** Trims a name or title. Throws VALIDATION_ERROR if nothing is left. */
export function readText(field: 'name' | 'title', text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw blank(`/${field}`)
  return trimmed
}

/**
 * Checks the board's range, time zone, granularity and filter as those of a question about events. Throws VALIDATION_ERROR
 * with the field.
 */
export async function checkShared(
  ask: WorkspaceAsk,
  { range, timezone, granularity, filter }: Shared,
): Promise<void> {
  checkLength(filter)
  const calculated = (await ask.calculated?.()) ?? new Map<string, unknown>()
  for (const field of fieldsOf(filter)) {
    const [, name] = /^calc\.(.*)$/.exec(field) ?? []
    if (name !== undefined && !calculated.has(name))
      throw invalid('/filter', unknownName('calculated property', name, [...calculated.keys()]))
  }
  try {
    await ask.question({
      source: 'events',
      range: range ?? 'today',
      ...(timezone === null ? {} : { timezone }),
      ...(granularity === null ? {} : { granularity }),
      ...(filter === null ? {} : { filter }),
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
