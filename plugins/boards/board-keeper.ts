import {
  changeNotes,
  serviceRef,
  ServiceError,
  type JsonObject,
  type Records,
  type ServiceParts,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import type { Board, BoardFields } from './board.js'
import { deleteBoard, insertBoard, lockBoard, updateBoard, type Viewer } from './boards-repository.js'
import { deleteLinks } from './links-repository.js'

export type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/** Every change of what others see is in the audit log: what is private is its owner's alone, there too. */
export interface BoardKeeper {
  /** The caller is its owner. FORBIDDEN if the workspace has gone. */
  create(ask: Changer, fields: BoardFields): Promise<Board>
  /**
   * NOT_FOUND if there is none that the caller sees; FORBIDDEN for all but its owner and admins. What the change leaves
   * out stays. A board that becomes private loses its links.
   */
  change(ask: Changer, id: string, change: Partial<BoardFields>): Promise<Board>
  /** As change(). Its tiles and links go with it. */
  remove(ask: Changer, id: string): Promise<void>
  /** As change(), for what belongs to a board: nobody else changes it meanwhile. */
  within<T>(ask: Changer, id: string, work: (step: BoardStep) => Promise<T>): Promise<T>
}

/** What happens to a board in one transaction. */
export interface BoardStep {
  readonly transaction: Records
  readonly board: Board
  readonly now: Date
  /** Writes down that the board itself has another content by now. */
  readonly touch: (what: string) => Promise<void>
  /** Writes down `board.<done>`. */
  readonly note: (done: string, details?: JsonObject) => Promise<void>
}

export const boardKeeper = serviceRef<BoardKeeper>('board-keeper')

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'newId' | 'use'>

export function createBoardKeeper({ records, clock, newId, use }: Parts): BoardKeeper {
  const note = changeNotes<Board>(use, 'board', ({ name }) => ({ name }))

  const within: BoardKeeper['within'] = (ask, id, work) =>
    records.transaction(async (transaction) => {
      const board = await lockBoard(transaction, viewerIn(ask), id)
      if (board === null) throw noBoard()
      if (board.owner_id !== ask.caller.id && ask.role !== 'admin')
        throw new ServiceError('FORBIDDEN', 'Only its owner and admins of the workspace may change a board.')
      const now = new Date(clock())
      return work({
        transaction,
        board,
        now,
        touch: async (what) => {
          await updateBoard(transaction, board, {}, now)
          if (isShared(board)) await note(transaction, ask, 'changed', board, { changed: [what] })
        },
        note: (done, details) => note(transaction, ask, done, board, details),
      })
    })

  return Object.freeze({
    within,

    create: (ask, fields) =>
      records.transaction(async (transaction) => {
        const now = new Date(clock())
        const board: Board = {
          ...fields,
          id: newId('brd_'),
          workspace_id: ask.workspace.id,
          owner_id: ask.caller.id,
          created_at: now,
          updated_at: now,
        }
        if (!(await insertBoard(transaction, board)))
          throw new ServiceError('FORBIDDEN', 'You are not a member of this workspace.')
        if (isShared(board)) await note(transaction, ask, 'created', board)
        return board
      }),

    change: (ask, id, change) =>
      within(ask, id, async ({ transaction, board: before, now }) => {
        if (change.visibility === 'private' && before.owner_id !== ask.caller.id)
          throw new ServiceError('FORBIDDEN', 'Only its owner can make a board private.')
        const changed = await updateBoard(transaction, before, change, now)
        const ended = isShared(changed) ? 0 : await deleteLinks(transaction, id, now)
        // The audit log of a board that becomes private shows only what others could see before.
        const seen = [changed, before].find(isShared)
        const details = { changed: Object.keys(change).sort(), ...(ended > 0 && { links_ended: ended }) }
        if (seen !== undefined) await note(transaction, ask, 'changed', seen, details)
        return changed
      }),

    remove: (ask, id) =>
      within(ask, id, async ({ transaction, board }) => {
        await deleteBoard(transaction, id)
        if (isShared(board)) await note(transaction, ask, 'deleted', board)
      }),
  } satisfies BoardKeeper)
}

export const noBoard = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'This workspace has no such board that you can see.')

export const viewerIn = ({ workspace, caller }: Pick<Changer, 'workspace' | 'caller'>): Viewer => ({
  workspaceId: workspace.id,
  callerId: caller.id,
})

const isShared = ({ visibility }: Board): boolean => visibility === 'workspace'
