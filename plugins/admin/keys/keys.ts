import { createHash, randomBytes } from 'node:crypto'
import {
  auditLog,
  notFound,
  serviceEvents,
  serviceRef,
  type ServiceDependencies,
  type WorkspaceRole,
} from '../../../contract/index.js'
import { actorOf } from '../actor.js'
import { requireAdmin, type Administrator } from '../authority.js'
import { countKeys, requireRoom } from '../room-repository.js'
import { deleteKey, insertKey, type Key, type KeyKind } from './keys-repository.js'
import { maxKeysPerWorkspace } from '../settings.js'

export interface WantedKey {
  readonly name: string
  readonly kind: KeyKind
  /** Null for an ingest key; required for a query key. */
  readonly role: WorkspaceRole | null
  readonly expiresAt: Date | null
}

export interface Keys {
  /** Returns the new key and its secret, which cannot be shown again. Throws CONFLICT if the workspace has too many keys. */
  create(
    administrator: Administrator,
    wanted: WantedKey,
  ): Promise<{ readonly key: Key; readonly secret: string }>
  /** Deletes a key, which stops working at once. Throws NOT_FOUND for an unknown id. */
  delete(administrator: Administrator, id: string): Promise<void>
}

export const keys = serviceRef<Keys>('keys')

type Dependencies = Pick<ServiceDependencies, 'setting' | 'records' | 'clock' | 'newId' | 'use' | 'emit'>

export function createKeys(
  { setting, records, clock, newId, use, emit }: Dependencies,
  random: (bytes: number) => Buffer = randomBytes,
): Keys {
  const newSecret: Readonly<Record<KeyKind, () => string>> = {
    ingest: () => random(16).toString('hex'),
    query: () => `sxq_${random(32).toString('base64url')}`,
  }
  return Object.freeze({
    async create(administrator, { name, kind, role, expiresAt }) {
      const { caller, workspaceId } = administrator
      const secret = newSecret[kind]()
      const key: Key = {
        id: newId('key_'),
        name,
        kind,
        role,
        prefix: secret.slice(0, 8),
        expires_at: expiresAt,
        last_used_at: null,
        created_by: caller.id,
        created_at: new Date(clock()),
      }
      const hash = createHash('sha256').update(secret).digest('hex')
      await records.transaction(async (transaction) => {
        await requireAdmin(transaction, administrator)
        const count = await countKeys(transaction, workspaceId)
        requireRoom(count, setting(maxKeysPerWorkspace), 'keys per workspace', 'MAX_KEYS_PER_WORKSPACE')
        await insertKey(transaction, { ...key, workspaceId, hash })
        const entry = { action: 'key.created', actor: caller, workspaceId, subject: key.id }
        await use(auditLog).note(transaction, { ...entry, details: { name, kind, role } })
        const change = { workspaceId, keyId: key.id, name, kind, role, actor: actorOf(caller) }
        emit(serviceEvents.keyCreated, () => change, transaction)
      })
      return { key, secret }
    },

    async delete(administrator, id) {
      const { caller, workspaceId } = administrator
      await records.transaction(async (transaction) => {
        await requireAdmin(transaction, administrator)
        const key = await deleteKey(transaction, workspaceId, id)
        if (key === null) throw notFound('key')
        const details = { name: key.name, kind: key.kind, role: key.role }
        const entry = { action: 'key.deleted', actor: caller, workspaceId, subject: id, details }
        await use(auditLog).note(transaction, entry)
        const change = { workspaceId, keyId: id, ...details, actor: actorOf(caller) }
        emit(serviceEvents.keyDeleted, () => change, transaction)
      })
    },
  } satisfies Keys)
}
