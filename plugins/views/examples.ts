import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /api/v1/admin/views': {
    response: {
      data: {
        views: [
          { name: 'event_slots', built: 1, differs: [] },
          { name: 'device_slots', built: 1, differs: [] },
        ],
      },
    },
  },
  'POST /api/v1/admin/views/rebuild': { response: { data: { rebuilding: true } } },
  'GET /api/v1/admin/rollups': {
    response: {
      data: {
        rollups: [
          { name: 'event_slots', built: 1, differs: [] },
          { name: 'device_slots', built: 1, differs: [] },
        ],
      },
    },
  },
  'POST /api/v1/admin/rollups/rebuild': { response: { data: { rebuilding: true } } },
}
