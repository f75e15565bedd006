import type { Step } from './step.js'

const id = (prefix: string, number = 1) => `${prefix}_example${number}`
const board = { id: id('brd') }
const tile = { ...board, tile: id('til') }

export const recordSteps: readonly Step[] = [
  {
    route: 'POST /api/v1/marks',
    body: { title: 'Release 2.4', category: 'release', timestamp: '2026-03-09' },
  },
  { route: 'GET /api/v1/marks', query: { from: '2026-03-01' } },
  { route: 'GET /api/v1/marks/:id', params: { id: id('mrk') } },
  { route: 'PUT /api/v1/marks/:id', params: { id: id('mrk') }, body: { title: 'Release 2.4.1' } },
  { route: 'DELETE /api/v1/marks/:id', params: { id: id('mrk') } },
  { route: 'POST /api/v1/marks/:id/restore', params: { id: id('mrk') } },
  {
    route: 'POST /api/v1/data/properties',
    body: { name: 'source', expression: "coalesce(utm_source, domain(referrer), 'direct')" },
  },
  { route: 'GET /api/v1/data/properties' },
  {
    route: 'POST /api/v1/data/properties/preview',
    body: { expression: "if(day_of_week(timestamp) >= 6, 'weekend', 'weekday')" },
  },
  {
    route: 'PUT /api/v1/data/properties/:name',
    params: { name: 'source' },
    body: { description: 'Where the visit came from' },
  },
  { route: 'DELETE /api/v1/data/properties/:name', params: { name: 'source' } },
  {
    route: 'POST /api/v1/audiences',
    body: { name: 'Buyers', definition: { events: [{ event: 'purchase', days: 30 }] } },
  },
  { route: 'GET /api/v1/audiences' },
  { route: 'GET /api/v1/audiences/:id', params: { id: id('aud') } },
  { route: 'PUT /api/v1/audiences/:id', params: { id: id('aud') }, body: { name: 'Customers' } },
  { route: 'GET /api/v1/audiences/:id/count', params: { id: id('aud') } },
  {
    route: 'POST /api/v1/audiences/count',
    body: { definition: { events: [{ event: 'purchase', days: 30 }] } },
  },
  { route: 'GET /api/v1/audiences/:id/members', params: { id: id('aud') } },
  { route: 'DELETE /api/v1/audiences/:id', params: { id: id('aud') } },
  { route: 'POST /api/v1/audiences/:id/restore', params: { id: id('aud') } },
  { route: 'POST /api/v1/boards', body: { name: 'Sales', visibility: 'workspace' } },
  { route: 'GET /api/v1/boards' },
  {
    route: 'POST /api/v1/boards/:id/tiles',
    params: board,
    body: {
      title: 'Active users',
      chart: 'line',
      question: { path: '/api/v1/metrics/dau', query: 'range=2026-03-08,2026-03-09' },
    },
  },
  { route: 'GET /api/v1/boards/:id', params: board },
  { route: 'PUT /api/v1/boards/:id', params: board, body: { description: 'What we sell' } },
  { route: 'PUT /api/v1/boards/:id/tiles/:tile', params: tile, body: { title: 'Active users a day' } },
  { route: 'GET /api/v1/boards/:id/tiles/:tile/data', params: tile },
  {
    route: 'PUT /api/v1/boards/:id/layout',
    params: board,
    body: { tiles: [{ id: id('til'), left: 0, top: 0, width: 6, height: 2 }] },
  },
  { route: 'POST /api/v1/boards/:id/links', params: board, body: {} },
  { route: 'GET /api/v1/boards/:id/links', params: board },
  { route: 'GET /api/v1/public/boards/:token', params: { token: 'example-secret-2' }, as: 'nobody' },
  {
    route: 'GET /api/v1/public/boards/:token/tiles/:tile/data',
    params: { token: 'example-secret-2', tile: id('til') },
    as: 'nobody',
  },
  { route: 'DELETE /api/v1/boards/:id/links/:link', params: { ...board, link: id('lnk') } },
  { route: 'DELETE /api/v1/boards/:id/tiles/:tile', params: tile },
  { route: 'POST /api/v1/boards/:id/tiles/:tile/restore', params: tile },
  { route: 'GET /api/v1/boards/:id/history', params: board },
  { route: 'POST /api/v1/boards/:id/history/:version/restore', params: { ...board, version: '3' } },
  { route: 'POST /api/v1/boards/:id/duplicate', params: board, body: { name: 'Sales of Europe' } },
  { route: 'DELETE /api/v1/boards/:id', params: board },
  { route: 'POST /api/v1/boards/:id/restore', params: board },
  ...['views', 'rollups'].flatMap((name): readonly Step[] => [
    { route: `GET /api/v1/admin/${name}` },
    { route: `POST /api/v1/admin/${name}/rebuild` },
  ]),
  { route: 'GET /api/v1/channels' },
  { route: 'GET /api/v1/pages' },
  { route: 'GET /api/v1/admin/messages' },
  { route: 'GET /api/v1/admin/jobs' },
  { route: 'POST /api/v1/admin/jobs/:name/run', params: { name: 'ended-rate-limits' } },
  { route: 'GET /api/v1/openapi.json' },
  { route: 'GET /healthz', as: 'nobody' },
  { route: 'GET /readyz', as: 'nobody' },
  { route: 'GET /metrics', as: 'nobody' },
  { route: 'GET /docs', as: 'nobody' },
  { route: 'GET /docs/assets/:file', params: { file: 'swagger-ui.css' }, as: 'nobody' },
]
