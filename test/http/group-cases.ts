import { member } from './route-kinds.js'
import type { RouteCase } from './route-cases.js'

/** The profiles of persons and groups. */
export const groupCases: Readonly<Record<string, RouteCase>> = {
  'POST /api/v1/people/profiles': { ...member, body: () => ({ people: [{ device_id: 'd' }] }) },
  'GET /api/v1/groups': member,
  'GET /api/v1/groups/:type': { ...member, path: '/api/v1/groups/company' },
  'GET /api/v1/groups/:type/:id': { ...member, path: '/api/v1/groups/company/acme' },
}
