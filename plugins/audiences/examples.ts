import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/audiences': {
    body: { name: 'Buyers', definition: { events: [{ event: 'purchase', days: 30 }] } },
    response: {
      data: {
        id: 'aud_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Buyers',
        description: null,
        listed_count: 0,
        definition: { events: [{ event: 'purchase', days: 30 }] },
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/audiences': {
    response: {
      data: {
        audiences: [
          {
            id: 'aud_example1',
            workspace_id: 'ws_example1',
            owner_id: 'usr_example1',
            name: 'Buyers',
            description: null,
            listed_count: 0,
            definition: { events: [{ event: 'purchase', days: 30 }] },
            created_at: '2026-03-10T12:00:00.000Z',
            updated_at: '2026-03-10T12:00:00.000Z',
          },
        ],
      },
    },
  },
  'GET /api/v1/audiences/:id': {
    params: { id: 'aud_example1' },
    response: {
      data: {
        id: 'aud_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Buyers',
        description: null,
        listed_count: 0,
        definition: { events: [{ event: 'purchase', days: 30 }] },
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'PUT /api/v1/audiences/:id': {
    params: { id: 'aud_example1' },
    body: { name: 'Customers' },
    response: {
      data: {
        id: 'aud_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Customers',
        description: null,
        listed_count: 0,
        definition: { events: [{ event: 'purchase', days: 30 }] },
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/audiences/:id/count': {
    params: { id: 'aud_example1' },
    response: { data: { audience_id: 'aud_example1', count: 1 } },
  },
  'POST /api/v1/audiences/count': {
    body: { definition: { events: [{ event: 'purchase', days: 30 }] } },
    response: { data: { count: 1 } },
  },
  'GET /api/v1/audiences/:id/members': {
    params: { id: 'aud_example1' },
    response: {
      data: [
        {
          device_id: 'd1',
          user_id: 'ann',
          first_seen: '2026-03-08T09:00:00.000Z',
          last_seen: '2026-03-08T10:00:00.000Z',
          events: 2,
        },
      ],
      has_more: false,
      limit: 100,
      offset: 0,
    },
  },
  'GET /api/v1/audiences/:id/history': {
    params: { id: 'aud_example1' },
    response: {
      data: {
        versions: [
          {
            version: 2,
            changed_by: 'usr_example1',
            changed_by_email: 'admin@example.com',
            changed: ['name'],
            restored: null,
            name: 'Customers',
            listed_count: 0,
            changed_at: '2026-03-10T12:00:00.000Z',
          },
          {
            version: 1,
            changed_by: 'usr_example1',
            changed_by_email: 'admin@example.com',
            changed: [],
            restored: null,
            name: 'Buyers',
            listed_count: 0,
            changed_at: '2026-03-10T12:00:00.000Z',
          },
        ],
      },
    },
  },
  'POST /api/v1/audiences/:id/history/:version/restore': {
    params: { id: 'aud_example1', version: '1' },
    response: {
      data: {
        id: 'aud_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Buyers',
        description: null,
        listed_count: 0,
        definition: { events: [{ event: 'purchase', days: 30 }] },
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'DELETE /api/v1/audiences/:id': { params: { id: 'aud_example1' } },
  'POST /api/v1/audiences/:id/restore': {
    params: { id: 'aud_example1' },
    response: {
      data: {
        id: 'aud_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Buyers',
        description: null,
        listed_count: 0,
        definition: { events: [{ event: 'purchase', days: 30 }] },
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
}
