import { adminEmail, adminPassword } from '../../support/service.js'
import type { Step } from './step.js'

const workspace = { workspace_id: 'ws_example1' }
const other = { workspace_id: 'ws_example2' }
const bob = 'bob@example.com'
const chosen = 'staple battery horse'
const user = { id: 'usr_example2' }
const invites = '/api/v1/admin/workspace/invites'
const keys = '/api/v1/admin/workspace/keys'

const userSteps: readonly Step[] = [
  { route: 'GET /api/v1/auth/setup/status', as: 'nobody' },
  { route: 'POST /api/v1/auth/login', as: 'nobody', body: { email: adminEmail, password: adminPassword } },
  { route: 'GET /api/v1/auth/me' },
  { route: 'POST /api/v1/admin/users', body: { email: bob, role: 'viewer' } },
  { route: 'GET /api/v1/invites/:token', params: { token: 'example-secret-3' }, as: 'nobody' },
  {
    route: 'POST /api/v1/invites/:token/accept',
    params: { token: 'example-secret-3' },
    as: 'nobody',
    body: { email: bob, password: chosen },
  },
  { route: 'GET /api/v1/admin/users', query: { role: 'viewer' } },
  { route: 'PUT /api/v1/admin/users/:id', params: user, body: { role: 'editor' } },
  { route: 'GET /api/v1/admin/users/:id/credentials', params: user },
  { route: 'POST /api/v1/user/workspaces', body: { name: 'Blog', slug: 'blog' } },
  { route: `POST ${invites}`, body: { ...other, email: bob, role: 'editor' } },
  { route: `GET ${invites}`, query: other },
  {
    route: 'POST /api/v1/user/invites/:token/accept',
    params: { token: 'example-secret-4' },
    as: 'guest',
  },
  { route: `POST ${invites}`, body: { ...workspace, email: 'carol@example.com', role: 'viewer' } },
  { route: `DELETE ${invites}/:id`, params: { id: 'inv_example2' }, query: workspace },
  { route: 'POST /api/v1/admin/users/:id/password', params: user, body: {} },
  { route: 'GET /api/v1/auth/resets/:token', params: { token: 'example-secret-6' }, as: 'nobody' },
  {
    route: 'POST /api/v1/auth/resets/:token',
    params: { token: 'example-secret-6' },
    as: 'nobody',
    body: { password: 'battery horse staple' },
  },
  { route: 'DELETE /api/v1/admin/users/:id', params: user },
]

const machineSteps: readonly Step[] = [
  ...userSteps,
  { route: `POST ${keys}`, body: { ...workspace, name: 'dashboard', kind: 'query' } },
  { route: `GET ${keys}`, query: workspace },
  { route: `DELETE ${keys}/:id`, params: { id: 'key_example2' }, query: workspace },
  { route: 'GET /api/v1/user/workspaces' },
  { route: 'GET /api/v1/admin/workspaces' },
  { route: 'GET /api/v1/admin/workspaces/:id', params: { id: 'ws_example1' } },
  { route: 'PUT /api/v1/admin/workspaces/:id', params: { id: 'ws_example1' }, body: { name: 'Shop' } },
  { route: 'DELETE /api/v1/admin/workspaces/:id', params: { id: 'ws_example2' } },
  { route: 'GET /api/v1/admin/audit', query: { action: 'key.created' } },
  {
    route: 'POST /api/v1/auth/password',
    body: { current_password: adminPassword, new_password: chosen },
  },
  { route: 'POST /api/v1/auth/refresh' },
  { route: 'POST /api/v1/auth/logout' },
]

/** By the machine's clock, which verifies tokens. */
export const accountSteps = machineSteps.map((step): Step => ({ ...step, clock: 'machine' }))
