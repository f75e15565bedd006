import t from 'tap'
import { pageCode } from './page-code.js'

interface Tile {
  readonly title: string
  readonly question: { readonly path: string; readonly query?: string; readonly body?: object }
  readonly view: string
  readonly width: number
  readonly height: number
}

interface Known {
  readonly events: readonly string[]
  readonly fields: ReadonlySet<string>
  readonly levels: readonly string[]
  readonly services: boolean
  readonly metrics: readonly string[]
}

interface Template {
  readonly id: string
  make(known: Known): { readonly tiles: readonly Tile[]; readonly missing: readonly string[] }
}

Object.assign(globalThis, { location: { pathname: '/', search: '', origin: 'http://localhost' } })
const { templates } = await pageCode<{ readonly templates: readonly Template[] }>(
  'boards/templates/templates.ts',
)
const { placed } = await pageCode<{ placed(tiles: readonly object[]): readonly Place[] }>(
  'boards/templates/placed.ts',
)
const { knownOf } = await pageCode<{ knownOf(bodies: readonly object[]): Known }>(
  'boards/templates/known-calls.ts',
)

interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const nothing: Known = { events: [], fields: new Set(), levels: [], services: false, metrics: [] }
const made = (id: string, known: Partial<Known>) => {
  const template = templates.find((one) => one.id === id)
  if (template === undefined) throw new Error(`no template ${id}`)
  return template.make({ ...nothing, ...known })
}
const titles = (id: string, known: Partial<Known>): readonly string[] =>
  made(id, known).tiles.map(({ title }) => title)

t.test('product: sign-ups, value and the way there, by the names of this workspace', (t) => {
  const { tiles, missing } = made('product', {
    events: ['page_viewed', 'Signed Up', 'payment_succeeded', 'other'],
  })
  const funnel = tiles.find(({ title }) => title === 'From visit to value')
  t.strictSame(funnel?.question, {
    path: '/api/v1/funnels',
    body: {
      steps: [{ event: 'page_viewed' }, { event: 'Signed Up' }, { event: 'payment_succeeded' }],
      range: '30d',
    },
  })
  t.equal(tiles[0]?.question.path, '/api/v1/metrics/dau')
  t.ok(
    tiles.some(({ question }) => question.path === '/api/v1/metrics/event/Signed%20Up'),
    'a name is encoded in a path',
  )
  t.strictSame(missing, [])
  const poor = made('product', { events: ['tick'] })
  t.strictSame(poor.missing, [
    'No tile for sign-ups: no event looks like one',
    'No tile for payments: no event looks like one',
    'No tile for a funnel: it requires two kinds of events',
  ])
  t.notOk(poor.tiles.some(({ title }) => title === 'Sign-ups'))
  t.end()
})

t.test('web site: only fields that have values', (t) => {
  const fields = new Set(['properties.path', 'referrer', 'utm_campaign'])
  const shown = titles('site', { events: ['click', 'page_viewed'], fields })
  for (const title of ['Page views', 'Pages', 'Entry pages', 'Referrers', 'Campaigns'])
    t.ok(shown.includes(title), title)
  for (const title of ['Sources', 'Countries', 'Devices']) t.notOk(shown.includes(title), title)
  const { missing } = made('site', {})
  t.ok(missing.includes('No tile for pages: no property names them'))
  t.ok(missing.includes('No tile for exit pages and the bounce rate: no metric answers them'), 'it is said')
  t.end()
})

t.test('reliability: errors, levels and latency that exist', (t) => {
  const known = {
    events: ['open', 'checkout_failed'],
    levels: ['info', 'error'],
    services: true,
    metrics: ['http.server.duration', 'cpu.load', 'disk.size'],
  }
  t.strictSame(titles('reliability', known), [
    'checkout_failed',
    'Log lines by level',
    'Log lines by service',
    'Log lines: error',
    'http.server.duration, p95',
    'cpu.load, avg',
  ])
  t.strictSame(made('reliability', {}), {
    tiles: [],
    missing: [
      'No tile for errors: no event looks like one',
      'No tile for log lines',
      'No tile for latency: no metric looks like one',
      'No tile for load',
    ],
  })
  t.end()
})

t.test('tiles stand side by side, and none overlaps another', (t) => {
  const { tiles } = made('product', { events: ['page_viewed', 'signup', 'purchase'] })
  const places = placed(tiles)
  t.strictSame(
    places.slice(0, 5).map(({ left, top }) => [left, top]),
    [
      [0, 0],
      [3, 0],
      [6, 0],
      [9, 0],
      [0, 2],
    ],
  )
  for (const [index, a] of places.entries()) {
    t.ok(a.left + a.width <= 12)
    for (const b of places.slice(index + 1))
      t.notOk(
        a.left < b.left + b.width &&
          b.left < a.left + a.width &&
          a.top < b.top + b.height &&
          b.top < a.top + a.height,
      )
  }
  t.end()
})

t.test('the catalogue says what a workspace has', (t) => {
  const values = (...found: string[]) => ({ data: { values: found } })
  const bodies = [
    { data: { fields: [{ name: 'timestamp' }, { name: 'country' }, { name: 'properties.path' }] } },
    values('open', 'buy'),
    values('error'),
    values(),
    values('cpu.load'),
    values('https://a.example'),
    values(),
    values('spring'),
    values(),
    values('mobile'),
  ]
  t.strictSame(knownOf(bodies), {
    events: ['open', 'buy'],
    fields: new Set(['properties.path', 'referrer', 'utm_campaign', 'device_type']),
    levels: ['error'],
    services: false,
    metrics: ['cpu.load'],
  })
  t.end()
})
