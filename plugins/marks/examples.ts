import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/marks': {
    body: { title: 'Release 2.4', category: 'release', timestamp: '2026-03-09' },
    response: {
      data: {
        title: 'Release 2.4',
        description: null,
        category: 'release',
        source_ref: null,
        scope: 'public',
        metadata: null,
        id: 'mrk_example1',
        workspace_id: 'ws_example1',
        created_by: 'usr_example1',
        source: 'manual',
        timestamp: '2026-03-09T00:00:00.000Z',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/marks': {
    query: { from: '2026-03-01' },
    response: {
      data: {
        marks: [
          {
            id: 'mrk_example1',
            workspace_id: 'ws_example1',
            created_by: 'usr_example1',
            title: 'Release 2.4',
            description: null,
            category: 'release',
            source: 'manual',
            source_ref: null,
            scope: 'public',
            metadata: null,
            timestamp: '2026-03-09T00:00:00.000Z',
            created_at: '2026-03-10T12:00:00.000Z',
            updated_at: '2026-03-10T12:00:00.000Z',
          },
        ],
      },
    },
  },
  'GET /api/v1/marks/:id': {
    params: { id: 'mrk_example1' },
    response: {
      data: {
        id: 'mrk_example1',
        workspace_id: 'ws_example1',
        created_by: 'usr_example1',
        title: 'Release 2.4',
        description: null,
        category: 'release',
        source: 'manual',
        source_ref: null,
        scope: 'public',
        metadata: null,
        timestamp: '2026-03-09T00:00:00.000Z',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'PUT /api/v1/marks/:id': {
    params: { id: 'mrk_example1' },
    body: { title: 'Release 2.4.1' },
    response: {
      data: {
        id: 'mrk_example1',
        workspace_id: 'ws_example1',
        created_by: 'usr_example1',
        title: 'Release 2.4.1',
        description: null,
        category: 'release',
        source: 'manual',
        source_ref: null,
        scope: 'public',
        metadata: null,
        timestamp: '2026-03-09T00:00:00.000Z',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'DELETE /api/v1/marks/:id': { params: { id: 'mrk_example1' } },
  'POST /api/v1/marks/:id/restore': {
    params: { id: 'mrk_example1' },
    response: {
      data: {
        id: 'mrk_example1',
        workspace_id: 'ws_example1',
        created_by: 'usr_example1',
        title: 'Release 2.4.1',
        description: null,
        category: 'release',
        source: 'manual',
        source_ref: null,
        scope: 'public',
        metadata: null,
        timestamp: '2026-03-09T00:00:00.000Z',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
}
