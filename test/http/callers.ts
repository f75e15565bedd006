import { randomBytes } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import type { Role, WorkspaceRole } from '../../contract/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../support/silent-log.js'
import type { CallerName } from './caller-names.js'
import { makeAudience, makeBoard, makeMark, makeQuestion, type Owned } from './owned.js'
import type { TestService } from '../support/service.js'

/** The key that testService passes to its service. */
const serviceKey = Buffer.from('a test key of more than thirty-two bytes')
const otherKey = Buffer.from('another key of more than thirty-two bytes')

export interface Callers {
  /** The workspace under test, and an unrelated one. */
  readonly workspace: string
  readonly otherWorkspace: string
  /** A credential by its caller's name, created for each use if a route may end it; null sends none. */
  readonly credentials: Readonly<Record<CallerName, () => Promise<string | null>>>
  /**
   * Creates an audience, mark or board in `workspace`: the caller's if it is one of the owners, else another
   * user's. Returns its id.
   */
  own(caller: CallerName, what: Owned): Promise<string>
  close(): Promise<void>
}

/** Every kind of caller. Users are created in the records, because administration is not under test. */
export async function openCallers(service: TestService): Promise<Callers> {
  const records = createRecordStore({ url: service.recordsUrl, log: silentLog })
  const workspace = (await service.workspace()).id
  const otherWorkspace = (await service.workspace()).id
  const id = (prefix: string): string => prefix + randomBytes(16).toString('base64url')

  async function user(role: Role, places: Readonly<Record<string, WorkspaceRole>> = {}): Promise<string> {
    const userId = id('usr_')
    await records.query(
      `INSERT INTO users (id, email, role, password_hash, created_at) VALUES ($1, $2, $3, 'none', now())`,
      [userId, `${userId}@example.com`, role],
    )
    for (const [place, placeRole] of Object.entries(places))
      await records.query(
        'INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, now())',
        [place, userId, placeRole],
      )
    return userId
  }

  async function session(userId: string, seconds = 3600): Promise<string> {
    const jti = id('ses_')
    await records.query(
      `INSERT INTO sessions (jti, user_id, created_at, expires_at)
       VALUES ($1, $2, now() - interval '1 day', now() + make_interval(secs => $3))`,
      [jti, userId, seconds],
    )
    return jti
  }

  interface Odd {
    readonly key?: Uint8Array
    readonly alg?: string
    readonly issuer?: string
    readonly expires?: string | null
    readonly sub?: string
    readonly jti?: string
  }
  async function token(userId: string, odd: Odd = {}): Promise<string> {
    const { key = serviceKey, alg = 'HS256', issuer = 'sextant', expires = '1h', sub = userId } = odd
    const jwt = new SignJWT({ role: 'platform' })
      .setProtectedHeader({ alg })
      .setIssuer(issuer)
      .setSubject(sub)
      .setJti(odd.jti ?? (await session(userId)))
      .setIssuedAt()
    return (expires === null ? jwt : jwt.setExpirationTime(expires)).sign(key)
  }

  async function key(place: string, wanted: object, end?: 'delete' | 'expire'): Promise<string> {
    const path = '/api/v1/admin/workspace/keys'
    const body = { workspace_id: place, name: 'a key', ...wanted }
    const made = await service.call('POST', path, { body })
    const { id: keyId, key: secret } = made.body.data as { id: string; key: string }
    if (end === 'delete') await service.call('DELETE', `${path}/${keyId}`, { query: { workspace_id: place } })
    if (end === 'expire')
      await records.query(`UPDATE keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [keyId])
    return secret
  }

  const platform = await user('platform')
  const foreign = await user('viewer', { [otherWorkspace]: 'admin' })
  const viewer = await user('viewer', { [workspace]: 'viewer' })
  const editor = await user('editor', { [workspace]: 'editor' })
  const admin = await user('admin', { [workspace]: 'admin' })
  const owners = {
    'owner, an editor': await user('editor', { [workspace]: 'editor' }),
    'owner, a viewer by now': await user('viewer', { [workspace]: 'viewer' }),
    'owner, no member by now': await user('viewer'),
  }
  const viewerHere = await user('admin', { [workspace]: 'viewer' })
  const adminHere = await user('viewer', { [workspace]: 'admin' })
  const gone = await user('platform')
  const goneToken = await token(gone)
  await records.query('DELETE FROM users WHERE id = $1', [gone])
  const loggedOut = await token(platform)
  await service.call('POST', '/api/v1/auth/logout', { token: loggedOut })
  const unsigned = new UnsecuredJWT({ role: 'platform' })
    .setIssuer('sextant')
    .setSubject(platform)
    .setJti(await session(platform))
    .setIssuedAt()
    .setExpirationTime('1h')
    .encode()

  const lost = (await service.workspace()).id
  const lostMember = await user('viewer', { [lost]: 'admin' })
  const lostQueryKey = await key(lost, { kind: 'query', role: 'admin' })
  const lostIngestKey = await key(lost, { kind: 'ingest' })
  const deleted = await service.call('DELETE', `/api/v1/admin/workspaces/${lost}`)
  if (deleted.status !== 204) throw new Error(`a workspace was not deleted: ${deleted.status}`)

  const fixed = (value: string | null) => () => Promise.resolve(value)
  const query = { kind: 'query' }
  const ingest = { kind: 'ingest' }
  const credentials: Callers['credentials'] = {
    'no token': fixed(null),
    garbage: fixed('garbage'),
    'garbage in three parts': fixed('gar.ba.ge'),
    'expired token': fixed(await token(platform, { expires: '-1s' })),
    'token of an expired session': fixed(await token(platform, { jti: await session(platform, -1) })),
    'token without an end': fixed(await token(platform, { expires: null, jti: await session(platform, -1) })),
    'alg none': fixed(unsigned),
    'alg HS512': fixed(await token(platform, { alg: 'HS512' })),
    "another key's token": fixed(await token(platform, { key: otherKey })),
    "another issuer's token": fixed(await token(platform, { issuer: 'somebody' })),
    "another user's session": fixed(await token(platform, { jti: await session(viewer) })),
    'logged-out token': fixed(loggedOut),
    "deleted user's token": fixed(goneToken),
    'foreign member': () => token(foreign),
    viewer: () => token(viewer),
    editor: () => token(editor),
    'owner, an editor': () => token(owners['owner, an editor']),
    'owner, a viewer by now': () => token(owners['owner, a viewer by now']),
    'owner, no member by now': () => token(owners['owner, no member by now']),
    admin: () => token(admin),
    'viewer here, admin at large': () => token(viewerHere),
    'admin here, viewer at large': () => token(adminHere),
    platform: () => token(platform),
    'member of a deleted workspace': () => token(lostMember),
    'query key': fixed(await key(workspace, query)),
    'query key of an admin': fixed(await key(workspace, { ...query, role: 'admin' })),
    'query key elsewhere': fixed(await key(otherWorkspace, query)),
    'deleted query key': fixed(await key(workspace, query, 'delete')),
    'expired query key': fixed(await key(workspace, query, 'expire')),
    "deleted workspace's query key": fixed(lostQueryKey),
    "deleted workspace's ingest key": fixed(lostIngestKey),
    'ingest key': fixed(await key(workspace, ingest)),
    'deleted ingest key': fixed(await key(workspace, ingest, 'delete')),
    'expired ingest key': fixed(await key(workspace, ingest, 'expire')),
  }
  const own = (caller: CallerName, what: Owned): Promise<string> => {
    const owner = (owners as Partial<Record<CallerName, string>>)[caller] ?? 'usr_somebody'
    switch (what) {
      case 'audience':
        return makeAudience(records, workspace, owner)
      case 'mark':
      case 'private mark':
        return makeMark(records, workspace, owner, what === 'mark' ? 'public' : 'private')
      case 'board':
      case 'private board':
        return makeBoard(records, workspace, owner, what === 'board' ? 'workspace' : 'private')
      case 'question':
      case 'private question':
        return makeQuestion(records, workspace, owner, what === 'question' ? 'workspace' : 'private')
    }
  }
  return { workspace, otherWorkspace, credentials, own, close: () => records.close() }
}
