import { member } from './route-kinds.js'

/** The profiles of persons and groups. */
export const groupCases = {
  'POST /api/v1/people/profiles': { ...member, body: () => ({ people: [{ device_id: 'd' }] }) },
  'GET /api/v1/groups': member,
  'GET /api/v1/groups/:type': { ...member, path: '/api/v1/groups/company' },
  'GET /api/v1/groups/:type/:id': { ...member, path: '/api/v1/groups/company/acme' },
} as const
