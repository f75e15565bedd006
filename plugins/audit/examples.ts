import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/admin/audit': {
    query: { action: 'key.created' },
    response: {
      data: {
        entries: [
          {
            id: 50,
            created_at: '2026-03-10T12:00:00.000Z',
            action: 'key.created',
            actor_id: 'usr_example1',
            actor_email: 'admin@example.com',
            workspace_id: 'ws_example1',
            subject_id: 'key_example1',
            details: { kind: 'query', name: 'dashboard', role: 'viewer' },
          },
          {
            id: 3,
            created_at: '2026-03-10T12:00:00.000Z',
            action: 'key.created',
            actor_id: 'usr_example1',
            actor_email: 'admin@example.com',
            workspace_id: 'ws_example1',
            subject_id: 'key_example2',
            details: { kind: 'ingest', name: 'test', role: null },
          },
        ],
        total: 2,
      },
    },
  },
}
