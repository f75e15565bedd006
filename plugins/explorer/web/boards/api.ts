import { me } from '../api/account.js'
import { get, post, put, remove, type Call, type Parameters } from '../api/call.js'
import { may } from '../api/roles.js'
import { send } from '../api/send.js'
import type { Data } from '../api/types.js'
import type { BoardHead, ListedBoard, GridPlace, Question, Tile } from './types.js'

const root = '/api/v1/boards'
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`

export const boardsCall = get(root, { limit: 1000 })
export type Boards = Data<{ readonly boards: readonly ListedBoard[] }>

export const boardCall = (id: string): Call => get(at(id))
export const tileDataCall = (id: string, tile: string, instead: Parameters): Call =>
  get(`${at(id)}/tiles/${tile}/data`, instead)
export const publicCall = (token: string): Call => get(`/api/v1/public/boards/${encodeURIComponent(token)}`)
export const publicTileCall = (token: string, tile: string): Call =>
  get(`/api/v1/public/boards/${encodeURIComponent(token)}/tiles/${tile}/data`)

export type BoardFields = Partial<
  Pick<BoardHead, 'name' | 'description' | 'visibility' | 'range' | 'timezone' | 'granularity' | 'filter'>
>

export const createBoard = async (fields: BoardFields): Promise<BoardHead> =>
  (await send<Data<BoardHead>>(post(root, fields))).data
export const changeBoard = async (id: string, fields: BoardFields): Promise<BoardHead> =>
  (await send<Data<BoardHead>>(put(at(id), fields))).data
export const deleteBoard = (id: string): Promise<null> => send<null>(remove(at(id)))
/** Restores a deleted board; the service does so for ten minutes. */
export const restoreBoard = (id: string): Promise<unknown> => send(post(`${at(id)}/restore`))
export const duplicateBoard = async (id: string): Promise<BoardHead> =>
  (await send<Data<BoardHead>>(post(`${at(id)}/duplicate`))).data
export const historyCall = (id: string): Call => get(`${at(id)}/history`)
export const restoreVersion = (id: string, version: number): Promise<unknown> =>
  send(post(`${at(id)}/history/${version}/restore`))

export interface NewTile extends Partial<GridPlace> {
  readonly title: string
  readonly chart: string
  /** Its own question, the id of a saved one, or text. */
  readonly question?: Question
  readonly question_id?: string
  readonly text?: string
  readonly view?: string | null
}

export const addTile = async (board: string, tile: NewTile): Promise<Tile> =>
  (await send<Data<Tile>>(post(`${at(board)}/tiles`, tile))).data
export const changeTile = async (board: string, id: string, fields: Partial<NewTile>): Promise<Tile> =>
  (await send<Data<Tile>>(put(`${at(board)}/tiles/${id}`, fields))).data
export const deleteTile = (board: string, id: string): Promise<null> =>
  send<null>(remove(`${at(board)}/tiles/${id}`))
export const restoreTile = (board: string, id: string): Promise<unknown> =>
  send(post(`${at(board)}/tiles/${id}/restore`))
/** Adds a copy of a tile below the others. */
export const duplicateTile = (board: string, tile: Tile): Promise<Tile> => {
  const { title, chart, view, width, height, question, question_id, text } = tile
  const content =
    text !== undefined
      ? { text }
      : question_id !== undefined
        ? { question_id }
        : question === null
          ? {}
          : { question }
  return addTile(board, {
    title,
    chart,
    width,
    height,
    ...(question_id === undefined && { view }),
    ...content,
  })
}
export const arrangeTiles = (
  board: string,
  tiles: readonly (GridPlace & Pick<Tile, 'id'>)[],
): Promise<unknown> =>
  send(
    put(`${at(board)}/layout`, {
      tiles: tiles.map(({ id, left, top, width, height }) => ({ id, left, top, width, height })),
    }),
  )

export interface Link {
  readonly id: string
  readonly created_at: string
  readonly expires_at: string
}

export const linksCall = (board: string): Call => get(`${at(board)}/links`)
/** Creates a public link; returns its token, which the service gives only once. */
export const createLink = async (board: string, expires_at: string): Promise<string> =>
  (await send<Data<{ readonly token: string }>>(post(`${at(board)}/links`, { expires_at }))).data.token
export const endLink = (board: string, id: string): Promise<null> =>
  send<null>(remove(`${at(board)}/links/${id}`))

/** Whether the user may change a board: its owner and admins may. */
export const mayChange = ({ owner_id }: Pick<BoardHead, 'owner_id'>): boolean =>
  may('admin') || owner_id === me.value?.user.id
