import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/admin/jobs': {
    response: {
      data: [
        {
          name: 'deleted-audiences',
          plugin: 'audiences',
          summary: 'Removes audiences that were deleted more than ten minutes ago',
          every_seconds: 600,
          cron: null,
          zone: null,
          catch_up: 'once',
          timeout_seconds: 60,
          next_at: '2026-03-10T13:00:00.000Z',
          running: false,
          runs: [],
        },
        {
          name: 'deleted-boards',
          plugin: 'boards',
          summary: 'Removes boards and tiles that were deleted more than ten minutes ago',
          every_seconds: 600,
          cron: null,
          zone: null,
          catch_up: 'once',
          timeout_seconds: 60,
          next_at: '2026-03-10T13:00:00.000Z',
          running: false,
          runs: [],
        },
      ],
    },
  },
  'POST /api/v1/admin/jobs/:name/run': {
    params: { name: 'ended-rate-limits' },
    response: { data: { name: 'ended-rate-limits', token: 1 } },
  },
}
