import {
  atLeast,
  auditLog,
  invalid,
  publicLinkControl,
  serviceEvents,
  type Caller,
  type JsonObject,
  type MadePublicLink,
  type Records,
  type ServiceDependencies,
  type WorkspaceRole,
} from '../../../contract/index.js'
import { actorOf } from '../actor.js'
import { credentials } from '../credentials.js'
import { cancelInvite } from '../invites/invites-repository.js'
import { deleteKey } from '../keys/keys-repository.js'
import {
  findPlaces,
  listMadeInvites,
  listMadeKeys,
  lowerKey,
  passKeyOn,
  type MadeInvite,
  type MadeKey,
  type Memberships,
} from './leaving-repository.js'

/** Credentials that keep working after the user who created them has left. */
export interface Credentials {
  readonly keys: readonly MadeKey[]
  readonly links: readonly MadePublicLink[]
  readonly invites: readonly MadeInvite[]
}

export interface Leaver {
  readonly id: string
  /** The workspace whose credentials are read; null for all workspaces. */
  readonly workspaceId: string | null
}

export interface Leaving {
  list(records: Records, leaver: Leaver): Promise<Credentials>
  /**
   * Limits the credentials of a user to the user's present roles. Requires lockPeople().
   *
   * - In workspaces that the user has left, keys and links end, unless `keep` names them: those pass to the actor.
   * - Under a lower role, query keys get that role. Links end if it may not create any, unless `keep` names them.
   * - Invites and password reset links end if the user may no longer create them.
   *
   * Throws VALIDATION_ERROR if `keep` names anything else than a key or link of the user.
   */
  settle(
    transaction: Records,
    leaver: Leaver,
    change: { readonly actor: Caller; readonly keep: readonly string[] },
  ): Promise<void>
}

type Dependencies = Pick<ServiceDependencies, 'clock' | 'use' | 'find' | 'emit'>

export function createLeaving({ clock, use, find, emit }: Dependencies): Leaving {
  async function list(records: Records, { id, workspaceId }: Leaver): Promise<Credentials> {
    const now = new Date(clock())
    const keys = await listMadeKeys(records, id, workspaceId)
    const links = (await find(publicLinkControl)?.madeBy(records, id, workspaceId)) ?? []
    return { keys, links, invites: await listMadeInvites(records, id, workspaceId, now) }
  }

  async function settleKey(
    transaction: Records,
    key: MadeKey,
    place: Membership,
    kept: boolean,
    actor: Caller,
  ) {
    const { id, workspace_id: workspaceId, name, kind, role } = key
    const note = (action: string, details: JsonObject) =>
      use(auditLog).note(transaction, { action, actor, workspaceId, subject: id, details })
    const change = { workspaceId, keyId: id, name, kind, role, actor: actorOf(actor) }
    if (place === null && kept) {
      await passKeyOn(transaction, id, actor.id)
      await note('key.kept', { name, kind, role, maker: key.created_by })
      emit(serviceEvents.keyChanged, () => change, transaction)
    } else if (place === null) {
      await deleteKey(transaction, workspaceId, id)
      await note('key.deleted', { name, kind, role, maker: key.created_by })
      emit(serviceEvents.keyDeleted, () => change, transaction)
    } else if (role !== null && !atLeast(place, role)) {
      await lowerKey(transaction, id, place)
      await note('key.lowered', { name, kind, from: role, to: place })
      emit(serviceEvents.keyChanged, () => ({ ...change, role: place }), transaction)
    }
  }

  async function settleInvites(
    transaction: Records,
    invites: readonly MadeInvite[],
    places: Memberships,
    actor: Caller,
  ) {
    for (const { id, email, role, account_role, workspace_id: workspaceId } of invites) {
      const may = placeIn(places, workspaceId) === 'admin' && atLeast(places.global ?? 'viewer', account_role)
      if (may) continue
      await cancelInvite(transaction, id, new Date(clock()))
      const entry = { action: 'invite.cancelled', actor, workspaceId, subject: id, details: { email, role } }
      await use(auditLog).note(transaction, entry)
    }
  }

  return {
    list,

    async settle(transaction, leaver, { actor, keep }) {
      const made = await list(transaction, leaver)
      const places = await findPlaces(transaction, leaver.id)
      const known = new Set([...made.keys, ...made.links].map(({ id }) => id))
      const unknown = keep.find((id) => !known.has(id))
      if (unknown !== undefined)
        throw invalid('keep', `keep must list keys and public links of this user; ${unknown} is none`)
      const kept = new Set(keep)
      for (const key of made.keys)
        await settleKey(transaction, key, placeIn(places, key.workspace_id), kept.has(key.id), actor)
      for (const link of made.links) {
        const place = placeIn(places, link.workspaceId)
        if (place !== null && atLeast(place, 'editor')) continue
        if (kept.has(link.id)) await find(publicLinkControl)?.passOn(transaction, link, actor)
        else await find(publicLinkControl)?.end(transaction, link, actor)
      }
      await settleInvites(transaction, made.invites, places, actor)
      const administers = places.global === 'platform' || [...places.roles.values()].includes('admin')
      const here = leaver.workspaceId === null ? null : placeIn(places, leaver.workspaceId)
      if (!administers || (leaver.workspaceId !== null && here !== 'admin'))
        await use(credentials).endResetsBy(transaction, leaver.id)
    },
  }
}

/** The role in a workspace; null if the user is not a member. */
type Membership = WorkspaceRole | null

const placeIn = ({ global, roles }: Memberships, workspaceId: string): Membership =>
  global === 'platform' ? 'admin' : (roles.get(workspaceId) ?? null)
