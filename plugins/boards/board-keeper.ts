import {
  changeNotes,
  notFound,
  notMember,
  ownersAndAdminsOnly,
  ownersOnlyMakePrivate,
  restorableSince,
  serviceRef,
  type JsonObject,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { longestName, type Board, type BoardFields, type Tile } from './board.js'
import { changedNames, contentOf } from './board-version.js'
import {
  deleteBoard,
  insertBoard,
  lockBoard,
  lockRestorable,
  restoreBoard,
  updateBoard,
  type Viewer,
} from './boards-repository.js'
import { deleteLinks } from './public-links-repository.js'
import { insertTile, listTiles } from './tiles-repository.js'
import { insertVersion } from './versions-repository.js'

export type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/** Creates and changes boards. Changes that other members can see are in the audit log; those of private boards are not. */
export interface BoardKeeper {
  /** Creates a board whose owner is the caller. Throws FORBIDDEN if the workspace was deleted. */
  create(ask: Changer, fields: BoardFields): Promise<Board>
  /**
   * Changes the given fields. A board that becomes private loses its links. Throws NOT_FOUND if the caller sees no board of
   * this id, FORBIDDEN if the caller is neither its owner nor an admin, or makes another owner's board private.
   */
  change(ask: Changer, id: string, change: Partial<BoardFields>): Promise<Board>
  /**
   * Creates a board of the caller with the fields and tiles of one that the caller sees, without its links. Throws
   * NOT_FOUND if the caller sees no board of this id; else as create().
   */
  duplicate(ask: Changer, id: string, name: string | null): Promise<Board>
  /** Deletes a board with its tiles and links. It can be restored for ten minutes. Throws as change(). */
  remove(ask: Changer, id: string): Promise<void>
  /**
   * Restores a deleted board with its tiles and links; a board that is not deleted stays as it is. Throws as change(), and
   * NOT_FOUND once the ten minutes are over.
   */
  restore(ask: Changer, id: string): Promise<Board>
  /** Runs `work` in a transaction that locks the board; for changes of its tiles and links. Throws as change(). */
  within<T>(ask: Changer, id: string, work: (step: BoardStep) => Promise<T>): Promise<T>
}

/** The locked board of one transaction, and how its changes are noted. */
export interface BoardStep {
  readonly transaction: Records
  readonly board: Board
  readonly now: Date
  /** Sets `updated_at`, adds a version, and for a shared board writes `board.changed` with `what` to the audit log. */
  readonly touch: (what: string) => Promise<void>
  /** Adds a version: the board after its change, with the tiles that it has now. */
  readonly record: (after: Board, changed: readonly string[], restored?: number) => Promise<void>
  /** Writes `board.<done>` to the audit log. */
  readonly note: (done: string, details?: JsonObject) => Promise<void>
}

export const boardKeeper = serviceRef<BoardKeeper>('board-keeper')

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'newId' | 'use'>

export function createBoardKeeper({ records, clock, newId, use }: Dependencies): BoardKeeper {
  const note = changeNotes<Board>(use, 'board', ({ name }) => ({ name }))

  const within: BoardKeeper['within'] = (ask, id, work) =>
    records.transaction(async (transaction) => {
      const board = await lockBoard(transaction, viewerIn(ask), id)
      mustChange(ask, board)
      const now = new Date(clock())
      const record: BoardStep['record'] = (after, changed, restored) =>
        recordVersion(transaction, ask, after, now, changed, restored)
      return work({
        transaction,
        board,
        now,
        record,
        touch: async (what) => {
          await record(await updateBoard(transaction, board, {}, now), [what])
          if (isShared(board)) await note(transaction, ask, 'changed', board, { changed: [what] })
        },
        note: (done, details) => note(transaction, ask, done, board, details),
      })
    })

  async function insert(
    transaction: Records,
    ask: Changer,
    fields: BoardFields,
    { tiles = [], details = {} }: { readonly tiles?: readonly Tile[]; readonly details?: JsonObject } = {},
  ): Promise<Board> {
    const now = new Date(clock())
    const board: Board = {
      ...fields,
      id: newId('brd_'),
      workspace_id: ask.workspace.id,
      owner_id: ask.caller.id,
      created_at: now,
      updated_at: now,
    }
    if (!(await insertBoard(transaction, board))) throw notMember()
    for (const tile of tiles) await insertTile(transaction, board.id, { ...tile, id: newId('til_') }, now)
    await recordVersion(transaction, ask, board, now, [])
    if (isShared(board)) await note(transaction, ask, 'created', board, details)
    return board
  }

  return Object.freeze({
    within,

    create: (ask, fields) => records.transaction((transaction) => insert(transaction, ask, fields)),

    duplicate: (ask, id, name) =>
      records.transaction(async (transaction) => {
        const original = await lockBoard(transaction, viewerIn(ask), id)
        if (original === null) throw noBoard()
        const fields = { ...fieldsOf(original), name: name ?? copyName(original.name) }
        const tiles = await listTiles(transaction, id)
        return insert(transaction, ask, fields, { tiles, details: { copy_of: id } })
      }),

    change: (ask, id, change) =>
      within(ask, id, async ({ transaction, board: before, now, record }) => {
        if (change.visibility === 'private' && before.owner_id !== ask.caller.id)
          throw ownersOnlyMakePrivate('a board')
        const changed = await updateBoard(transaction, before, change, now)
        const names = changedNames(before, changed)
        if (names.length > 0) await record(changed, names)
        const ended = isShared(changed) ? 0 : await deleteLinks(transaction, id, now)
        // If the board becomes private, the audit log shows its old name, which other members could see before.
        const seen = [changed, before].find(isShared)
        const details = { changed: Object.keys(change).sort(), ...(ended > 0 && { links_ended: ended }) }
        if (seen !== undefined) await note(transaction, ask, 'changed', seen, details)
        return changed
      }),

    remove: (ask, id) =>
      within(ask, id, async ({ transaction, board, now }) => {
        await deleteBoard(transaction, id, now)
        if (isShared(board)) await note(transaction, ask, 'deleted', board)
      }),

    restore: (ask, id) =>
      records.transaction(async (transaction) => {
        const board = await lockRestorable(transaction, viewerIn(ask), id, restorableSince(clock()))
        mustChange(ask, board)
        if ((await restoreBoard(transaction, id)) && isShared(board))
          await note(transaction, ask, 'restored', board)
        return board
      }),
  } satisfies BoardKeeper)
}

export const noBoard = () => notFound('board')

/** Throws unless there is a board and the caller may change it. */
function mustChange({ caller, role }: Changer, board: Board | null): asserts board is Board {
  if (board === null) throw noBoard()
  if (board.owner_id !== caller.id && role !== 'admin') throw ownersAndAdminsOnly('a board')
}

export const viewerIn = ({ workspace, caller }: Pick<Changer, 'workspace' | 'caller'>): Viewer => ({
  workspaceId: workspace.id,
  callerId: caller.id,
})

export const isShared = ({ visibility }: Board): boolean => visibility === 'workspace'

/** Adds the state of a board to its history. */
async function recordVersion(
  transaction: Records,
  { caller }: Changer,
  board: Board,
  changed_at: Date,
  changed: readonly string[],
  restored: number | null = null,
): Promise<void> {
  const content = contentOf(board, await listTiles(transaction, board.id))
  await insertVersion(transaction, board.id, {
    ...{ changed_by: caller.id, changed_by_email: caller.email, changed_at },
    ...{ changed, restored, visibility: board.visibility, content },
  })
}

const fieldsOf = ({
  name,
  description,
  visibility,
  range,
  timezone,
  granularity,
  filter,
}: Board): BoardFields => ({ name, description, visibility, range, timezone, granularity, filter })

/** The name of a copy, in the limits of a name. */
const copyName = (name: string): string =>
  Array.from(`Copy of ${name}`).slice(0, longestName).join('').trimEnd()
