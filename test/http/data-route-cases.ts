import { editor, member } from './route-kinds.js'

/** Calls of the routes below /data, see route-cases.ts. */
export const dataRouteCases = {
  // A statement that every storage rejects, also one without SQL.
  'POST /api/v1/data/query': {
    kind: 'workspace viewer',
    status: 422,
    body: () => ({ query: 'DROP TABLE x' }),
  },
  'GET /api/v1/data/sources': member,
  'GET /api/v1/data/sources/:source/fields': { ...member, path: '/api/v1/data/sources/logs/fields' },
  'GET /api/v1/data/sources/:source/values/:field': {
    ...member,
    path: '/api/v1/data/sources/logs/values/level',
  },

  'GET /api/v1/data/properties': member,
  'POST /api/v1/data/properties': {
    ...editor,
    body: () => ({ name: `p${Math.random().toString(36).slice(2)}`, expression: 'lower(country)' }),
  },
  'POST /api/v1/data/properties/preview': { ...member, body: () => ({ expression: 'lower(country)' }) },
  'PUT /api/v1/data/properties/:name': {
    ...editor,
    status: 404,
    path: '/api/v1/data/properties/none',
    body: () => ({}),
  },
  'DELETE /api/v1/data/properties/:name': {
    ...editor,
    status: 404,
    path: '/api/v1/data/properties/none',
  },
} as const
