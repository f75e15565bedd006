import { createHash, randomBytes } from 'node:crypto'
import { serviceRef, type ServiceParts, type WorkspaceRole } from '../../core/contract/index.js'
import { insertKey, type Key, type KeyKind } from './keys-repository.js'

export interface WantedKey {
  readonly workspaceId: string
  readonly creatorId: string
  readonly name: string
  readonly kind: KeyKind
  /** Null for an ingest key, and for no other. */
  readonly role: WorkspaceRole | null
  readonly expiresAt: Date | null
}

export interface Keys {
  /** The key and its secret, which nobody can be told again. */
  create(wanted: WantedKey): Promise<{ readonly key: Key; readonly secret: string }>
}

export const keys = serviceRef<Keys>('keys')

type Parts = Pick<ServiceParts, 'records' | 'clock' | 'newId'>

export function createKeys(
  { records, clock, newId }: Parts,
  random: (bytes: number) => Buffer = randomBytes,
): Keys {
  const newSecret: Readonly<Record<KeyKind, () => string>> = {
    ingest: () => random(16).toString('hex'),
    query: () => `sxq_${random(32).toString('base64url')}`,
  }
  return Object.freeze({
    async create({ workspaceId, creatorId, name, kind, role, expiresAt }) {
      const secret = newSecret[kind]()
      const key: Key = {
        id: newId('key_'),
        name,
        kind,
        role,
        prefix: secret.slice(0, 8),
        expires_at: expiresAt,
        last_used_at: null,
        created_by: creatorId,
        created_at: new Date(clock()),
      }
      const hash = createHash('sha256').update(secret).digest('hex')
      await insertKey(records, { ...key, workspaceId, hash })
      return { key, secret }
    },
  } satisfies Keys)
}
