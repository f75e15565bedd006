import { isDeepStrictEqual } from 'node:util'
import type { Board, BoardFields, Tile } from './board.js'

/** The fields of a board that a change can take back, with its tiles. */
export interface BoardContent extends Omit<BoardFields, 'visibility'> {
  readonly tiles: readonly Tile[]
}

/** A board as it was after a change, without its content. */
export interface VersionHead {
  readonly version: number
  /** The id of a user or of a key. */
  readonly changed_by: string
  /** The address at that time; null for a key. */
  readonly changed_by_email: string | null
  readonly changed_at: Date
  /** The fields that differ from the version before, `tiles` and `layout` among them; empty for the first. */
  readonly changed: readonly string[]
  /** The version that this change took back to; null for any other change. */
  readonly restored: number | null
  readonly visibility: Board['visibility']
  readonly name: string
  readonly tile_count: number
}

export interface BoardVersion extends Omit<VersionHead, 'version' | 'name' | 'tile_count'> {
  readonly content: BoardContent
}

export const mostVersions = 100
/** Moves of one person within this time are one version, in milliseconds. */
export const layoutsJoinFor = 600_000

const fieldNames = ['name', 'description', 'range', 'timezone', 'granularity', 'filter'] as const

export const contentOf = (
  { name, description, range, timezone, granularity, filter }: Omit<BoardFields, 'visibility'>,
  tiles: readonly Tile[],
): BoardContent => ({ name, description, range, timezone, granularity, filter, tiles })

/** Returns the names of the fields that differ, in a fixed order. */
export const changedNames = (before: BoardFields, after: BoardFields): readonly string[] =>
  [...fieldNames, 'visibility' as const].filter((name) => !isDeepStrictEqual(before[name], after[name]))

/** Returns what differs between two contents: fields, and `tiles`, or `layout` if tiles are only at other places. */
export function changedContent(before: BoardContent, after: BoardContent): readonly string[] {
  const names = fieldNames.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (isDeepStrictEqual(byId(before.tiles), byId(after.tiles))) return names
  const moved = isDeepStrictEqual(byId(before.tiles.map(unplaced)), byId(after.tiles.map(unplaced)))
  return [...names, moved ? 'layout' : 'tiles']
}

const byId = <T extends { readonly id: string }>(tiles: readonly T[]): readonly T[] =>
  [...tiles].sort((a, b) => (a.id < b.id ? -1 : 1))

const unplaced = ({ id, title, chart, view, question, question_id, text }: Tile) => ({
  ...{ id, title, chart, view },
  ...{ question, question_id, text },
})
