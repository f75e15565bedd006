import { isDeepStrictEqual } from 'node:util'
import {
  invalid,
  limitReached,
  notFound,
  restorableSince,
  serviceRef,
  type ServiceDependencies,
} from '../../contract/index.js'
import { mostTiles, type GridPlace, type Tile, type TileFields } from './board.js'
import { boardKeeper, type Changer } from './board-keeper.js'
import { checkPlace } from './fields.js'
import { tileQuestions } from './tile-questions.js'
import {
  deleteTile,
  findDeletedTile,
  findTile,
  insertTile,
  listTiles,
  moveTile,
  restoreTile,
  updateTile,
} from './tiles-repository.js'

/** Changes the tiles of a board. All methods throw as BoardKeeper.change(), and NOT_FOUND for an unknown tile. */
export interface TileKeeper {
  /** Adds a tile, below all others unless `fields` gives a position. Throws CONFLICT if the board has too many tiles. */
  add(
    ask: Changer,
    boardId: string,
    fields: Omit<TileFields, keyof GridPlace> & Partial<GridPlace>,
  ): Promise<Tile>
  /** Changes the given fields. */
  change(ask: Changer, boardId: string, id: string, change: Partial<TileFields>): Promise<Tile>
  /** Deletes a tile. It can be restored for ten minutes. */
  remove(ask: Changer, boardId: string, id: string): Promise<void>
  /**
   * Restores a deleted tile, below the others if its place is taken; a tile that is not deleted stays as it is. Throws
   * CONFLICT if the board has too many tiles.
   */
  restore(ask: Changer, boardId: string, id: string): Promise<Tile>
  /** Moves the given tiles and returns all of the board; the other tiles stay. Throws VALIDATION_ERROR for an unknown tile. */
  arrange(ask: Changer, boardId: string, places: readonly PlacedTile[]): Promise<readonly Tile[]>
}

export type PlacedTile = GridPlace & Pick<Tile, 'id'>

export const tileKeeper = serviceRef<TileKeeper>('tile-keeper')

const usual = { width: 6, height: 4 }

export function createTileKeeper({ newId, use }: Pick<ServiceDependencies, 'newId' | 'use'>): TileKeeper {
  return Object.freeze({
    add: (ask, boardId, fields) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, board, now, touch }) => {
        const tiles = await listTiles(transaction, boardId)
        if (tiles.length >= mostTiles) throw tooMany()
        const tile: Tile = { left: 0, top: bottomOf(tiles), ...usual, ...fields, id: newId('til_') }
        checkPlace(tile)
        await use(tileQuestions).hold(transaction, ask, board, tile)
        await insertTile(transaction, boardId, tile, now)
        await touch('tiles')
        return tile
      }),

    change: (ask, boardId, id, change) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, board, touch }) => {
        const before = await findTile(transaction, boardId, id)
        if (before === null) throw noTile()
        const tile = { ...before, ...change }
        checkPlace(tile)
        if (change.question != null || change.question_id != null)
          await use(tileQuestions).hold(transaction, ask, board, tile)
        await updateTile(transaction, tile)
        await touch('tiles')
        return tile
      }),

    remove: (ask, boardId, id) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, now, touch }) => {
        if ((await findTile(transaction, boardId, id)) === null) throw noTile()
        await deleteTile(transaction, id, now)
        await touch('tiles')
      }),

    restore: (ask, boardId, id) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, now, touch }) => {
        const tiles = await listTiles(transaction, boardId)
        const shown = tiles.find((one) => one.id === id)
        if (shown !== undefined) return shown
        const deleted = await findDeletedTile(transaction, boardId, id, restorableSince(now.getTime()))
        if (deleted === null) throw noTile()
        if (tiles.length >= mostTiles) throw tooMany()
        const isTaken = tiles.some((one) => overlaps(one, deleted))
        const tile = isTaken ? { ...deleted, left: 0, top: bottomOf(tiles) } : deleted
        await restoreTile(transaction, id)
        await moveTile(transaction, tile)
        await touch('tiles')
        return tile
      }),

    arrange: (ask, boardId, places) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, board, record }) => {
        const before = await listTiles(transaction, boardId)
        const known = new Set(before.map(({ id }) => id))
        for (const [index, { id, ...place }] of places.entries()) {
          checkPlace(place, `/tiles/${index}`)
          if (!known.delete(id))
            throw invalid(
              `/tiles/${index}/id`,
              `tiles.${index}.id must be a tile of this board and appear once`,
            )
        }
        for (const place of places) await moveTile(transaction, place)
        const after = await listTiles(transaction, boardId)
        if (!isDeepStrictEqual(before, after)) await record(board, ['layout'])
        return after
      }),
  } satisfies TileKeeper)
}

export const noTile = () => notFound('tile')

const tooMany = () => limitReached(mostTiles, 'tiles per board; delete one first')

/** The first row below all tiles. */
const bottomOf = (tiles: readonly GridPlace[]): number =>
  Math.max(0, ...tiles.map(({ top, height }) => top + height))

const overlaps = (a: GridPlace, b: GridPlace): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height
