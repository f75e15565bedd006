import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'PUT /api/v1/dictionary/events/:name': {
    params: { name: 'purchase' },
    body: {
      description: 'A payment that succeeded',
      owner: 'Growth',
      status: 'verified',
      properties: [{ name: 'currency', required: true, type: 'text', allowed: ['EUR', 'USD'] }],
    },
    response: {
      data: {
        name: 'purchase',
        description: 'A payment that succeeded',
        owner: 'Growth',
        status: 'verified',
        properties: [{ name: 'currency', required: true, type: 'text', allowed: ['EUR', 'USD'] }],
        updated_by: 'usr_example1',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'PUT /api/v1/dictionary/properties/:name': {
    params: { name: 'plan' },
    body: { type: 'text' },
    response: {
      data: {
        name: 'plan',
        description: null,
        owner: null,
        status: null,
        type: 'text',
        allowed: null,
        updated_by: 'usr_example1',
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/dictionary/events': {
    response: {
      data: {
        events: [
          {
            name: 'purchase',
            description: 'A payment that succeeded',
            owner: 'Growth',
            status: 'verified',
            updated_by: 'usr_example1',
            properties: [{ name: 'currency', required: true, type: 'text', allowed: ['EUR', 'USD'] }],
            updated_at: '2026-03-10T12:00:00.000Z',
          },
        ],
        next: null,
      },
    },
  },
  'GET /api/v1/dictionary/events/:name': {
    params: { name: 'purchase' },
    response: {
      data: {
        name: 'purchase',
        description: 'A payment that succeeded',
        owner: 'Growth',
        status: 'verified',
        updated_by: 'usr_example1',
        properties: [{ name: 'currency', required: true, type: 'text', allowed: ['EUR', 'USD'] }],
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/dictionary/properties': {
    response: {
      data: {
        properties: [
          {
            name: 'plan',
            description: null,
            owner: null,
            status: null,
            updated_by: 'usr_example1',
            type: 'text',
            allowed: null,
            updated_at: '2026-03-10T12:00:00.000Z',
          },
        ],
        next: null,
      },
    },
  },
  'GET /api/v1/dictionary/properties/:name': {
    params: { name: 'plan' },
    response: {
      data: {
        name: 'plan',
        description: null,
        owner: null,
        status: null,
        updated_by: 'usr_example1',
        type: 'text',
        allowed: null,
        updated_at: '2026-03-10T12:00:00.000Z',
      },
    },
  },
  'GET /api/v1/dictionary/violations': {
    query: { range: '2026-03-01,2026-03-10' },
    response: {
      data: {
        violations: [
          {
            event: 'purchase',
            property: 'currency',
            kind: 'missing',
            date: '2026-03-08',
            platform: null,
            app_version: null,
            count: 1,
          },
        ],
        total: 1,
        has_more: false,
      },
    },
  },
  'GET /api/v1/dictionary/file': {
    response: {
      version: 1,
      events: [
        {
          name: 'purchase',
          description: 'A payment that succeeded',
          owner: 'Growth',
          status: 'verified',
          properties: [{ name: 'currency', type: 'text', allowed: ['EUR', 'USD'], required: true }],
        },
      ],
      properties: [{ name: 'plan', type: 'text' }],
    },
  },
  'POST /api/v1/dictionary/file': {
    query: { dry_run: 'true' },
    body: { version: 1, events: [{ name: 'purchase', status: 'verified' }], properties: [] },
    response: {
      data: {
        dry_run: true,
        changes: [
          { kind: 'event', name: 'purchase', change: 'changed', fields: ['description', 'owner'] },
          { kind: 'property', name: 'plan', change: 'deleted', fields: [] },
        ],
      },
    },
  },
  'DELETE /api/v1/dictionary/properties/:name': { params: { name: 'plan' } },
  'DELETE /api/v1/dictionary/events/:name': { params: { name: 'purchase' } },
}
