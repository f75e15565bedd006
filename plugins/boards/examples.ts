import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'POST /api/v1/boards': {
    body: { name: 'Sales', visibility: 'workspace' },
    response: {
      data: {
        description: null,
        visibility: 'workspace',
        range: null,
        timezone: null,
        granularity: null,
        filter: null,
        name: 'Sales',
        id: 'brd_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/boards': {
    response: {
      data: {
        boards: [
          {
            id: 'brd_example1',
            workspace_id: 'ws_example1',
            owner_id: 'usr_example1',
            name: 'Sales',
            description: null,
            visibility: 'workspace',
            range: null,
            timezone: null,
            granularity: null,
            filter: null,
            created_at: '2026-03-10T12:00:00.000Z',
            updated_at: '2026-03-10T12:00:00.000Z',
            tile_count: 0,
          },
        ],
      },
    },
  },
  'POST /api/v1/boards/:id/tiles': {
    params: { id: 'brd_example1' },
    body: {
      title: 'Active users',
      chart: 'line',
      question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
    },
    response: {
      data: {
        left: 0,
        top: 0,
        width: 6,
        height: 4,
        title: 'Active users',
        chart: 'line',
        question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
        view: null,
        id: 'til_example1',
        asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
        for_everybody: true,
      },
    },
  },
  'GET /api/v1/boards/:id': {
    params: { id: 'brd_example1' },
    response: {
      data: {
        id: 'brd_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Sales',
        description: null,
        visibility: 'workspace',
        range: null,
        timezone: null,
        granularity: null,
        filter: null,
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
        tiles: [
          {
            id: 'til_example1',
            title: 'Active users',
            chart: 'line',
            view: null,
            left: 0,
            top: 0,
            width: 6,
            height: 4,
            question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
            asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
            for_everybody: true,
          },
        ],
      },
    },
  },
  'PUT /api/v1/boards/:id': {
    params: { id: 'brd_example1' },
    body: { description: 'What we sell' },
    response: {
      data: {
        id: 'brd_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Sales',
        description: 'What we sell',
        visibility: 'workspace',
        range: null,
        timezone: null,
        granularity: null,
        filter: null,
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'PUT /api/v1/boards/:id/tiles/:tile': {
    params: { id: 'brd_example1', tile: 'til_example1' },
    body: { title: 'Active users a day' },
    response: {
      data: {
        id: 'til_example1',
        title: 'Active users a day',
        chart: 'line',
        view: null,
        left: 0,
        top: 0,
        width: 6,
        height: 4,
        question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
        asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
        for_everybody: true,
      },
    },
  },
  'GET /api/v1/boards/:id/tiles/:tile/data': {
    params: { id: 'brd_example1', tile: 'til_example1' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1 },
          { date: '2026-03-09', value: 1 },
        ],
        total: 2,
        min: 1,
        max: 1,
        avg: 1,
      },
    },
  },
  'PUT /api/v1/boards/:id/layout': {
    params: { id: 'brd_example1' },
    body: { tiles: [{ id: 'til_example1', left: 0, top: 0, width: 6, height: 2 }] },
    response: {
      data: {
        tiles: [
          {
            id: 'til_example1',
            title: 'Active users a day',
            chart: 'line',
            view: null,
            left: 0,
            top: 0,
            width: 6,
            height: 2,
            question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
            asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
            for_everybody: true,
          },
        ],
      },
    },
  },
  'POST /api/v1/boards/:id/links': {
    params: { id: 'brd_example1' },
    body: {},
    response: {
      data: {
        id: 'lnk_example1',
        board_id: 'brd_example1',
        created_by: 'usr_example1',
        created_at: '2026-03-10T12:00:00.000Z',
        expires_at: '2026-04-09T12:00:00.000Z',
        token: 'example-secret-2',
      },
    },
  },
  'GET /api/v1/boards/:id/links': {
    params: { id: 'brd_example1' },
    response: {
      data: {
        links: [
          {
            id: 'lnk_example1',
            board_id: 'brd_example1',
            created_by: 'usr_example1',
            created_at: '2026-03-10T12:00:00.000Z',
            expires_at: '2026-04-09T12:00:00.000Z',
          },
        ],
      },
    },
  },
  'GET /api/v1/public/boards/:token': {
    params: { token: 'example-secret-2' },
    response: {
      data: {
        name: 'Sales',
        description: 'What we sell',
        range: null,
        timezone: null,
        granularity: null,
        workspace_timezone: 'UTC',
        expires_at: '2026-04-09T12:00:00.000Z',
        tiles: [
          {
            id: 'til_example1',
            title: 'Active users a day',
            chart: 'line',
            left: 0,
            top: 0,
            width: 6,
            height: 2,
            asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
          },
        ],
        left_out: 0,
      },
    },
  },
  'GET /api/v1/public/boards/:token/tiles/:tile/data': {
    params: { token: 'example-secret-2', tile: 'til_example1' },
    response: {
      data: {
        points: [
          { date: '2026-03-08', value: 1 },
          { date: '2026-03-09', value: 1 },
        ],
        total: 2,
        min: 1,
        max: 1,
        avg: 1,
      },
    },
  },
  'DELETE /api/v1/boards/:id/links/:link': { params: { id: 'brd_example1', link: 'lnk_example1' } },
  'DELETE /api/v1/boards/:id/tiles/:tile': { params: { id: 'brd_example1', tile: 'til_example1' } },
  'POST /api/v1/boards/:id/tiles/:tile/restore': {
    params: { id: 'brd_example1', tile: 'til_example1' },
    response: {
      data: {
        id: 'til_example1',
        title: 'Active users a day',
        chart: 'line',
        view: null,
        left: 0,
        top: 0,
        width: 6,
        height: 2,
        question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
        asks: { key: 'dau', answer: 'series', unit: 'users', kind: 'distinct' },
        for_everybody: true,
      },
    },
  },
  'GET /api/v1/boards/:id/history': {
    params: { id: 'brd_example1' },
    response: {
      data: {
        versions: [
          {
            version: 7,
            changed_by: 'usr_example1',
            changed_by_email: 'admin@example.com',
            changed: ['tiles'],
            restored: null,
            visibility: 'workspace',
            name: 'Sales',
            tile_count: 1,
            changed_at: '2026-03-10T12:00:00.000Z',
          },
          {
            version: 6,
            changed_by: 'usr_example1',
            changed_by_email: 'admin@example.com',
            changed: ['tiles'],
            restored: null,
            visibility: 'workspace',
            name: 'Sales',
            tile_count: 0,
            changed_at: '2026-03-10T12:00:00.000Z',
          },
        ],
      },
    },
  },
  'POST /api/v1/boards/:id/history/:version/restore': {
    params: { id: 'brd_example1', version: '3' },
    response: {
      data: {
        id: 'brd_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Sales',
        description: 'What we sell',
        visibility: 'workspace',
        range: null,
        timezone: null,
        granularity: null,
        filter: null,
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'POST /api/v1/boards/:id/duplicate': {
    params: { id: 'brd_example1' },
    body: { name: 'Sales of Europe' },
    response: {
      data: {
        name: 'Sales of Europe',
        description: 'What we sell',
        visibility: 'workspace',
        range: null,
        timezone: null,
        granularity: null,
        filter: null,
        id: 'brd_example2',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'DELETE /api/v1/boards/:id': { params: { id: 'brd_example1' } },
  'POST /api/v1/boards/:id/restore': {
    params: { id: 'brd_example1' },
    response: {
      data: {
        id: 'brd_example1',
        workspace_id: 'ws_example1',
        owner_id: 'usr_example1',
        name: 'Sales',
        description: 'What we sell',
        visibility: 'workspace',
        range: null,
        timezone: null,
        granularity: null,
        filter: null,
        created_at: '2026-03-10T12:00:00.000Z',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
}
