import { invalid, serviceRef, ServiceError, type ServiceParts } from '../../core/contract/index.js'
import { mostTiles, type GridPlace, type Tile, type TileFields } from './board.js'
import { boardKeeper, type Changer } from './board-keeper.js'
import { checkPlace } from './fields.js'
import { deleteTile, findTile, insertTile, listTiles, moveTile, updateTile } from './tiles-repository.js'

/** Tiles are changed as their board is: by its owner and admins. */
export interface TileKeeper {
  /** Without a place it goes below all others. CONFLICT if the board is full. */
  add(
    ask: Changer,
    boardId: string,
    fields: Omit<TileFields, keyof GridPlace> & Partial<GridPlace>,
  ): Promise<Tile>
  /** What the change leaves out stays. */
  change(ask: Changer, boardId: string, id: string, change: Partial<TileFields>): Promise<Tile>
  remove(ask: Changer, boardId: string, id: string): Promise<void>
  /** Those that are not named stay where they are. */
  arrange(ask: Changer, boardId: string, places: readonly PlacedTile[]): Promise<readonly Tile[]>
}

export type PlacedTile = GridPlace & Pick<Tile, 'id'>

export const tileKeeper = serviceRef<TileKeeper>('tile-keeper')

const usual = { width: 6, height: 4 }

export function createTileKeeper({ newId, use }: Pick<ServiceParts, 'newId' | 'use'>): TileKeeper {
  return Object.freeze({
    add: (ask, boardId, fields) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, now, touch }) => {
        const tiles = await listTiles(transaction, boardId)
        if (tiles.length >= mostTiles)
          throw new ServiceError('CONFLICT', `A board has at most ${mostTiles} tiles.`)
        const below = Math.max(0, ...tiles.map(({ top, height }) => top + height))
        const tile: Tile = { left: 0, top: below, ...usual, ...fields, id: newId('til_') }
        checkPlace(tile)
        await insertTile(transaction, boardId, tile, now)
        await touch('tiles')
        return tile
      }),

    change: (ask, boardId, id, change) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, touch }) => {
        const before = await findTile(transaction, boardId, id)
        if (before === null) throw noTile()
        const tile = { ...before, ...change }
        checkPlace(tile)
        await updateTile(transaction, tile)
        await touch('tiles')
        return tile
      }),

    remove: (ask, boardId, id) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, touch }) => {
        if ((await findTile(transaction, boardId, id)) === null) throw noTile()
        await deleteTile(transaction, id)
        await touch('tiles')
      }),

    arrange: (ask, boardId, places) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction }) => {
        const known = new Set((await listTiles(transaction, boardId)).map(({ id }) => id))
        for (const [index, { id, ...place }] of places.entries()) {
          checkPlace(place, `/tiles/${index}`)
          if (!known.delete(id))
            throw invalid(`/tiles/${index}/id`, `tiles.${index}.id is no tile of this board, or named twice`)
        }
        for (const place of places) await moveTile(transaction, place)
        return listTiles(transaction, boardId)
      }),
  } satisfies TileKeeper)
}

export const noTile = (): ServiceError => new ServiceError('NOT_FOUND', 'This board has no such tile.')
