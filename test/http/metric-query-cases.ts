import { grouping } from './route-bodies.js'
import { member } from './route-kinds.js'

const ranges = { before: '2024-01-01,2024-01-01', after: '2024-01-02,2024-01-02' }

/** Questions about metrics with a body. */
export const metricQueryCases = {
  'POST /api/v1/metrics/formula': { ...member, body: () => ({ series: [{ metric: 'dau' }], formula: 'A' }) },
  'POST /api/v1/metrics/explain-change': { ...member, body: () => ({ metric: 'dau', ...ranges }) },
  'POST /api/v1/metrics/grouped': { ...member, body: () => grouping },
  'POST /api/v1/metrics/grouped/people': { ...member, body: () => ({ ...grouping, group: 'DE' }) },
} as const
