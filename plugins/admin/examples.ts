import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/admin/users': {
    body: { email: 'bob@example.com', role: 'viewer' },
    response: {
      data: {
        id: 'usr_example2',
        email: 'bob@example.com',
        role: 'viewer',
        created_at: '2026-03-10T12:00:00.000Z',
        last_login_at: null,
        status: 'invited',
        invite_url: 'http://localhost:8080/api/v1/invites/example-secret-3',
      },
    },
  },
  'GET /api/v1/invites/:token': {
    params: { token: 'example-secret-3' },
    response: {
      data: {
        valid: true,
        email: 'bob@example.com',
        workspace_name: 'shop-1',
        role: 'viewer',
        expires_at: '2026-03-17T12:00:00.000Z',
      },
    },
  },
  'POST /api/v1/invites/:token/accept': {
    params: { token: 'example-secret-3' },
    body: { email: 'bob@example.com', password: 'staple battery horse' },
    response: {
      data: {
        user: {
          id: 'usr_example2',
          email: 'bob@example.com',
          role: 'viewer',
          created_at: '2026-03-10T12:00:00.000Z',
          last_login_at: '2026-03-10T12:00:00.000Z',
        },
        workspace_id: 'ws_example1',
        role: 'viewer',
        token: 'eyJhbGciOiJIUzI1NiJ9.example-2',
      },
    },
  },
  'GET /api/v1/admin/users': {
    query: { role: 'viewer' },
    response: {
      data: {
        users: [
          {
            id: 'usr_example2',
            email: 'bob@example.com',
            role: 'viewer',
            created_at: '2026-03-10T12:00:00.000Z',
            last_login_at: '2026-03-10T12:00:00.000Z',
            status: 'active',
          },
        ],
        total: 1,
      },
    },
  },
  'PUT /api/v1/admin/users/:id': {
    params: { id: 'usr_example2' },
    body: { role: 'editor' },
    response: {
      data: {
        id: 'usr_example2',
        email: 'bob@example.com',
        role: 'editor',
        created_at: '2026-03-10T12:00:00.000Z',
        last_login_at: '2026-03-10T12:00:00.000Z',
        status: 'active',
      },
    },
  },
  'GET /api/v1/admin/users/:id/credentials': {
    params: { id: 'usr_example2' },
    response: { data: { keys: [], links: [], invites: [] } },
  },
  'POST /api/v1/user/workspaces': {
    body: { name: 'Blog', slug: 'blog' },
    response: {
      data: {
        id: 'ws_example2',
        name: 'Blog',
        slug: 'blog',
        timezone: 'UTC',
        week_start: 'monday',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'POST /api/v1/admin/workspace/invites': {
    body: { workspace_id: 'ws_example1', email: 'carol@example.com', role: 'viewer' },
    response: {
      data: {
        id: 'inv_example2',
        email: 'carol@example.com',
        workspace_id: 'ws_example1',
        role: 'viewer',
        status: 'pending',
        expires_at: '2026-03-17T12:00:00.000Z',
        created_at: '2026-03-10T12:00:00.000Z',
        invited_by: 'usr_example1',
        invite_url: 'http://localhost:8080/api/v1/invites/example-secret-5',
      },
    },
  },
  'GET /api/v1/admin/workspace/invites': {
    query: { workspace_id: 'ws_example2' },
    response: {
      data: [
        {
          id: 'inv_example1',
          email: 'bob@example.com',
          workspace_id: 'ws_example2',
          role: 'editor',
          status: 'pending',
          expires_at: '2026-03-17T12:00:00.000Z',
          created_at: '2026-03-10T12:00:00.000Z',
          invited_by: 'usr_example1',
        },
      ],
    },
  },
  'POST /api/v1/user/invites/:token/accept': {
    params: { token: 'example-secret-4' },
    response: { data: { workspace_id: 'ws_example2', role: 'editor' } },
  },
  'DELETE /api/v1/admin/workspace/invites/:id': {
    params: { id: 'inv_example2' },
    query: { workspace_id: 'ws_example1' },
  },
  'POST /api/v1/admin/users/:id/password': {
    params: { id: 'usr_example2' },
    body: {},
    response: {
      data: {
        id: 'usr_example2',
        email: 'bob@example.com',
        role: 'editor',
        created_at: '2026-03-10T12:00:00.000Z',
        last_login_at: '2026-03-10T12:00:00.000Z',
        status: 'active',
        reset_url: 'http://localhost:8080/api/v1/auth/resets/example-secret-6',
        reset_expires_at: '2026-03-11T12:00:00.000Z',
      },
    },
  },
  'DELETE /api/v1/admin/users/:id': { params: { id: 'usr_example2' } },
  'POST /api/v1/admin/workspace/keys': {
    body: { workspace_id: 'ws_example1', name: 'dashboard', kind: 'query' },
    response: {
      data: {
        id: 'key_example1',
        name: 'dashboard',
        kind: 'query',
        role: 'viewer',
        prefix: 'sxq_abc1',
        expires_at: null,
        last_used_at: null,
        created_by: 'usr_example1',
        created_at: '2026-03-10T12:00:00.000Z',
        key: 'example-secret-7',
      },
    },
  },
  'GET /api/v1/admin/workspace/keys': {
    query: { workspace_id: 'ws_example1' },
    response: {
      data: [
        {
          id: 'key_example1',
          name: 'dashboard',
          kind: 'query',
          role: 'viewer',
          prefix: 'sxq_abc1',
          expires_at: null,
          last_used_at: null,
          created_by: 'usr_example1',
          created_at: '2026-03-10T12:00:00.000Z',
        },
        {
          id: 'key_example2',
          name: 'test',
          kind: 'ingest',
          role: null,
          prefix: '0123',
          expires_at: null,
          last_used_at: '2026-03-10T12:00:00.000Z',
          created_by: 'usr_example1',
          created_at: '2026-03-10T12:00:00.000Z',
        },
      ],
    },
  },
  'DELETE /api/v1/admin/workspace/keys/:id': {
    params: { id: 'key_example2' },
    query: { workspace_id: 'ws_example1' },
  },
  'GET /api/v1/user/workspaces': {
    response: {
      data: [
        {
          id: 'ws_example1',
          name: 'shop-1',
          slug: 'shop-1',
          timezone: 'UTC',
          week_start: 'monday',
          created_at: '2026-03-10T12:00:00.000Z',
          updated_at: '2026-03-10T12:00:00.000Z',
          role: 'admin',
        },
        {
          id: 'ws_example2',
          name: 'Blog',
          slug: 'blog',
          timezone: 'UTC',
          week_start: 'monday',
          created_at: '2026-03-10T12:00:00.000Z',
          updated_at: '2026-03-10T12:00:00.000Z',
          role: 'admin',
        },
      ],
    },
  },
  'GET /api/v1/admin/workspaces': {
    response: {
      data: [
        {
          id: 'ws_example1',
          name: 'shop-1',
          slug: 'shop-1',
          timezone: 'UTC',
          week_start: 'monday',
          created_at: '2026-03-10T12:00:00.000Z',
          updated_at: '2026-03-10T12:00:00.000Z',
        },
        {
          id: 'ws_example2',
          name: 'Blog',
          slug: 'blog',
          timezone: 'UTC',
          week_start: 'monday',
          created_at: '2026-03-10T12:00:00.000Z',
          updated_at: '2026-03-10T12:00:00.000Z',
        },
      ],
    },
  },
  'GET /api/v1/admin/workspaces/:id': {
    params: { id: 'ws_example1' },
    response: {
      data: {
        id: 'ws_example1',
        name: 'shop-1',
        slug: 'shop-1',
        timezone: 'UTC',
        week_start: 'monday',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'PUT /api/v1/admin/workspaces/:id': {
    params: { id: 'ws_example1' },
    body: { name: 'Shop' },
    response: {
      data: {
        id: 'ws_example1',
        name: 'Shop',
        slug: 'shop-1',
        timezone: 'UTC',
        week_start: 'monday',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'DELETE /api/v1/admin/workspaces/:id': { params: { id: 'ws_example2' } },
}
