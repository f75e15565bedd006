import { createHash, randomBytes } from 'node:crypto'
import { serviceRef, ServiceError, type LinkControl, type ServiceParts } from '../../core/contract/index.js'
import { mostLinks, type Link } from './board.js'
import { boardKeeper, type Changer } from './board-keeper.js'
import { deleteExpired, deleteLink, findLink, insertLink, listLinks } from './links-repository.js'

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
        await insertLink(transaction, link, hashOf(token))
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

/** What create() makes: nothing else is worth a look into the records. */
const tokenShape = /^[\w-]{43}$/

export const createLinkControl = ({ records, clock }: Pick<ServiceParts, 'records' | 'clock'>): LinkControl =>
  Object.freeze({
    async admit(token) {
      if (!tokenShape.test(token)) return null
      const link = await findLink(records, hashOf(token), new Date(clock()))
      if (link === null) return null
      return {
        caller: { id: link.id, kind: 'link', email: null, role: 'viewer', sessionId: null },
        workspace: { id: link.workspace_id, number: link.number },
        role: 'viewer',
      }
    },
  } satisfies LinkControl)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
