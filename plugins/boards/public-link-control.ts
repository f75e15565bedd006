import { createHash } from 'node:crypto'
import {
  auditLog,
  type Caller,
  type PublicLinkControl,
  type MadePublicLink,
  type Records,
  type ServiceDependencies,
} from '../../contract/index.js'
import { deleteLinkById, findLink, listLinksBy, setLinkMaker } from './public-links-repository.js'

/** The shape of a token of LinkKeeper.create(); other strings are rejected without reading the records. */
const tokenShape = /^[\w-]{43}$/

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'use'>

/** Admits the holders of links for the core, and ends links or passes them on when their creators leave. */
export function createPublicLinkControl({ records, clock, use }: Dependencies): PublicLinkControl {
  /** Writes a change of a link to the audit log; nothing if another request ended the link first. */
  async function note(
    transaction: Records,
    done: string,
    link: MadePublicLink,
    actor: Caller,
    found: { readonly board_id: string; readonly created_by: string } | null,
  ): Promise<void> {
    if (found === null) return
    const details = { name: link.name, link: link.id, maker: found.created_by }
    const entry = { action: `board.${done}`, actor, workspaceId: link.workspaceId, subject: found.board_id }
    await use(auditLog).note(transaction, { ...entry, details })
  }

  return Object.freeze({
    async admit(token) {
      if (!tokenShape.test(token)) return null
      const link = await findLink(records, hashOf(token), new Date(clock()))
      if (link === null) return null
      return {
        caller: { id: link.id, kind: 'link', email: null, role: 'viewer', sessionId: null },
        workspace: { id: link.workspace_id, number: link.number },
        role: 'viewer',
        defaults: { timezone: link.timezone, weekStart: link.week_start },
      }
    },

    async madeBy(from, userId, workspaceId) {
      const found = await listLinksBy(from, userId, workspaceId, new Date(clock()))
      return found.map(({ id, workspace_id, name, created_at, expires_at }) => ({
        id,
        workspaceId: workspace_id,
        name,
        createdAt: created_at,
        expiresAt: expires_at,
      }))
    },

    end: async (transaction, link, actor) =>
      note(transaction, 'link_ended', link, actor, await deleteLinkById(transaction, link.id)),

    passOn: async (transaction, link, actor) =>
      note(transaction, 'link_kept', link, actor, await setLinkMaker(transaction, link.id, actor.id)),
  } satisfies PublicLinkControl)
}

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
