import { randomBytes } from 'node:crypto'
import { serviceRef, ServiceError, type ServiceParts } from '../../core/contract/index.js'
import { mostLinks, type Link } from './board.js'
import { boardKeeper, type Changer } from './board-keeper.js'
import { hashOf } from './link-control.js'
import { deleteExpired, deleteLink, insertLink, listLinks } from './links-repository.js'

export interface LinkKeeper {
  /**
   * A link and its token, which nobody can be told again. CONFLICT for a private board, and where there are too many
   * links already.
   */
  create(
    ask: Changer,
    boardId: string,
    expiresAt: Date,
  ): Promise<{ readonly link: Link; readonly token: string }>
  list(ask: Changer, boardId: string): Promise<readonly Link[]>
  /** It opens nothing from now on. */
  end(ask: Changer, boardId: string, id: string): Promise<void>
}

export const linkKeeper = serviceRef<LinkKeeper>('link-keeper')

type Parts = Pick<ServiceParts, 'clock' | 'newId' | 'use'>

export function createLinkKeeper(
  { newId, use }: Parts,
  random: (bytes: number) => Buffer = randomBytes,
): LinkKeeper {
  return Object.freeze({
    async create(ask, boardId, expires_at) {
      const token = random(32).toString('base64url')
      return use(boardKeeper).within(ask, boardId, async ({ transaction, board, now, note }) => {
        if (board.visibility === 'private')
          throw new ServiceError(
            'CONFLICT',
            'Show the board to the workspace first; a private one has no links.',
          )
        await deleteExpired(transaction, boardId, now)
        if ((await listLinks(transaction, boardId, now)).length >= mostLinks)
          throw new ServiceError('CONFLICT', `A board has at most ${mostLinks} links; end one first.`)
        const link = {
          id: newId('lnk_'),
          board_id: boardId,
          created_by: ask.caller.id,
          created_at: now,
          expires_at,
        }
        if (!(await insertLink(transaction, link, hashOf(token))))
          throw new ServiceError('FORBIDDEN', 'You are not a member of this workspace any more.')
        await note('link_created', { link: link.id, expires_at: expires_at.toISOString() })
        return { link, token }
      })
    },

    list: (ask, boardId) =>
      use(boardKeeper).within(ask, boardId, ({ transaction, now }) => listLinks(transaction, boardId, now)),

    end: (ask, boardId, id) =>
      use(boardKeeper).within(ask, boardId, async ({ transaction, note }) => {
        if (!(await deleteLink(transaction, boardId, id)))
          throw new ServiceError('NOT_FOUND', 'This board has no such link.')
        await note('link_ended', { link: id })
      }),
  } satisfies LinkKeeper)
}
