import { randomBytes } from 'node:crypto'
import {
  limitReached,
  notFound,
  notMember,
  serviceRef,
  ServiceError,
  type ServiceDependencies,
} from '../../contract/index.js'
import { mostLinks, type PublicLink } from './board.js'
import { boardKeeper, type Changer } from './board-keeper.js'
import { hashOf } from './public-link-control.js'
import { deleteExpired, deleteLink, insertLink, listLinks } from './public-links-repository.js'

export interface PublicLinkKeeper {
  /**
   * Creates a link and returns it with its token, which cannot be shown again. Throws CONFLICT for a private board and for
   * one with too many links; else as BoardKeeper.change().
   */
  create(
    ask: Changer,
    boardId: string,
    expiresAt: Date,
  ): Promise<{ readonly link: PublicLink; readonly token: string }>
  /** Returns the links that have not expired, newest first. Throws as BoardKeeper.change(). */
  list(ask: Changer, boardId: string): Promise<readonly PublicLink[]>
  /** Ends a link at once. Throws NOT_FOUND for an unknown link; else as BoardKeeper.change(). */
  end(ask: Changer, boardId: string, id: string): Promise<void>
}

export const publicLinkKeeper = serviceRef<PublicLinkKeeper>('link-keeper')

type Dependencies = Pick<ServiceDependencies, 'clock' | 'newId' | 'use'>

export function createPublicLinkKeeper(
  { newId, use }: Dependencies,
  random: (bytes: number) => Buffer = randomBytes,
): PublicLinkKeeper {
  return Object.freeze({
    async create(ask, boardId, expires_at) {
      const token = random(32).toString('base64url')
      return use(boardKeeper).within(ask, boardId, async ({ transaction, board, now, note }) => {
        if (board.visibility === 'private')
          throw new ServiceError(
            'CONFLICT',
            'board is private and cannot have links; set its visibility to workspace first',
          )
        await deleteExpired(transaction, boardId, now)
        if ((await listLinks(transaction, boardId, now)).length >= mostLinks)
          throw limitReached(mostLinks, 'links per board; end one first')
        const link = {
          id: newId('lnk_'),
          board_id: boardId,
          created_by: ask.caller.id,
          created_at: now,
          expires_at,
        }
        if (!(await insertLink(transaction, link, hashOf(token)))) throw notMember()
        await note('link_created', { link: link.id, expires_at: expires_at.toISOString() })
        return { link, token }
      })
    },

    list: (ask, boardId) =>
      use(boardKeeper).within(ask, boardId, ({ transaction, now }) => listLinks(transaction, boardId, now)),

    end: (ask, boardId, id) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, note }) => {
        if (!(await deleteLink(transaction, boardId, id))) throw notFound('link')
        await note('link_ended', { link: id })
      }),
  } satisfies PublicLinkKeeper)
}
