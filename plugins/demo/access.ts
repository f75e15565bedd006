import { randomBytes } from 'node:crypto'
import { CommandError, type Settings } from '../../contract/index.js'
import { DemoCallError, type DemoClient } from './client.js'
import type { DemoNotes } from './file.js'

/** Milliseconds. */
const keyLife = 6 * 3_600_000
const demoEmail = 'demo@example.com'

/**
 * Returns the demo's login: the one in the settings, that of an earlier run, or a new one with a random
 * password.
 */
export function demoNotes({ adminEmail }: Settings, earlier: DemoNotes | null): DemoNotes {
  if (adminEmail !== null) return { ...(earlier ?? empty), email: adminEmail, password: null }
  if (earlier?.password != null) return earlier
  return { ...(earlier ?? empty), email: demoEmail, password: randomBytes(12).toString('base64url') }
}

const empty = { workspace: null, queryKey: null, story: null }

/** Returns a token: of the first user, created now with the set-up code, or of a login. */
export async function demoToken(
  client: DemoClient,
  settings: Settings,
  notes: DemoNotes,
  code: string | null,
): Promise<string> {
  const login = { email: notes.email, password: notes.password ?? settings.adminPassword ?? '' }
  const { setup_required } = await client.call<{ setup_required: boolean }>('GET', '/auth/setup/status')
  try {
    const [path, body] = setup_required
      ? ['/auth/setup', { ...login, ...(code === null ? {} : { code }) }]
      : ['/auth/login', login]
    return (await client.call<{ token: string }>('POST', path, { body })).token
  } catch (error) {
    if (!(error instanceof DemoCallError && error.status === 401)) throw error
    throw new CommandError(
      `${settings.dataDir} has accounts of its own and ${notes.email} cannot log in; use another DATA_DIR, or set ` +
        'ADMIN_EMAIL and ADMIN_PASSWORD to one of its accounts that may create workspaces',
    )
  }
}

interface NamedWorkspace {
  readonly id: string
  readonly slug: string
}

/** Returns the demo's workspace, which is created on the first run. */
export async function demoWorkspace(client: DemoClient, token: string): Promise<string> {
  const found = await client.call<readonly NamedWorkspace[]>('GET', '/user/workspaces', { token })
  const known = found.find(({ slug }) => slug === 'demo')
  if (known) return known.id
  const body = { name: 'Demo', slug: 'demo' }
  return (await client.call<NamedWorkspace>('POST', '/user/workspaces', { token, body })).id
}

/** Returns the key of an earlier run if it still opens the workspace, else a new one. */
export async function demoQueryKey(
  client: DemoClient,
  token: string,
  workspace: string,
  earlier: string | null,
): Promise<string> {
  if (earlier !== null) {
    const works = await client.call('GET', '/metrics', { token: earlier, workspace }).then(
      () => true,
      () => false,
    )
    if (works) return earlier
  }
  const body = { workspace_id: workspace, name: 'demo', kind: 'query' }
  return (await client.call<{ key: string }>('POST', '/admin/workspace/keys', { token, body })).key
}

/** Provides an ingest key while `work` runs. */
export async function withIngestKey<T>(
  client: DemoClient,
  token: string,
  workspace: string,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const path = '/admin/workspace/keys'
  // Deleted afterwards; one left behind by a failed load expires soon.
  const expires_at = new Date(Date.now() + keyLife).toISOString()
  const body = { workspace_id: workspace, name: 'demo data', kind: 'ingest', expires_at }
  const { id, key } = await client.call<{ id: string; key: string }>('POST', path, { token, body })
  const result = await work(key)
  await client.call('DELETE', `${path}/${id}?workspace_id=${workspace}`, { token })
  return result
}
