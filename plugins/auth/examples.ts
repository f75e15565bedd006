import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/auth/setup/status': { response: { data: { setup_required: false, code_required: false } } },
  'POST /api/v1/auth/login': {
    body: { email: 'admin@example.com', password: 'correct horse battery' },
    response: {
      data: {
        token: 'eyJhbGciOiJIUzI1NiJ9.example-1',
        expires_at: '2026-03-11T12:00:00.000Z',
        user: {
          id: 'usr_example1',
          email: 'admin@example.com',
          role: 'platform',
          created_at: '2026-03-10T12:00:00.000Z',
          last_login_at: '2026-03-10T12:00:00.000Z',
        },
      },
    },
  },
  'GET /api/v1/auth/me': {
    response: {
      data: {
        user: {
          id: 'usr_example1',
          email: 'admin@example.com',
          role: 'platform',
          created_at: '2026-03-10T12:00:00.000Z',
          last_login_at: '2026-03-10T12:00:00.000Z',
        },
        workspaces: [
          {
            id: 'ws_example1',
            name: 'shop-1',
            slug: 'shop-1',
            role: 'admin',
            timezone: 'UTC',
            week_start: 'monday',
          },
        ],
      },
    },
  },
  'GET /api/v1/auth/resets/:token': {
    params: { token: 'example-secret-6' },
    response: { data: { email: 'bob@example.com', expires_at: '2026-03-11T12:00:00.000Z' } },
  },
  'POST /api/v1/auth/resets/:token': {
    params: { token: 'example-secret-6' },
    body: { password: 'battery horse staple' },
    response: {
      data: {
        token: 'eyJhbGciOiJIUzI1NiJ9.example-3',
        expires_at: '2026-03-11T12:00:00.000Z',
        user: {
          id: 'usr_example2',
          email: 'bob@example.com',
          role: 'editor',
          created_at: '2026-03-10T12:00:00.000Z',
          last_login_at: '2026-03-10T12:00:00.000Z',
        },
      },
    },
  },
  'POST /api/v1/auth/password': {
    body: { current_password: 'correct horse battery', new_password: 'staple battery horse' },
    response: { data: {} },
  },
  'POST /api/v1/auth/refresh': {
    response: {
      data: {
        token: 'eyJhbGciOiJIUzI1NiJ9.example-4',
        expires_at: '2026-03-11T12:00:00.000Z',
        user: {
          id: 'usr_example1',
          email: 'admin@example.com',
          role: 'platform',
          created_at: '2026-03-10T12:00:00.000Z',
          last_login_at: '2026-03-10T12:00:00.000Z',
        },
      },
    },
  },
  'POST /api/v1/auth/logout': { response: { data: {} } },
  'POST /api/v1/auth/setup': {
    body: { email: 'admin@example.com', password: 'correct horse battery', code: 'example-code' },
    response: {
      data: {
        token: 'eyJhbGciOiJIUzI1NiJ9.example-1',
        expires_at: '2026-03-11T12:00:00.000Z',
        user: {
          id: 'usr_example1',
          email: 'admin@example.com',
          role: 'platform',
          created_at: '2026-03-10T12:00:00.000Z',
          last_login_at: '2026-03-10T12:00:00.000Z',
        },
      },
    },
  },
}
