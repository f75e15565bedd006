import { eventLike, fieldOf, type Known } from './known.js'
import { event, eventBy, figure, funnel, retention, series, top, type Draft } from './tile.js'

export interface Template {
  readonly id: 'product' | 'site' | 'reliability'
  readonly name: string
  readonly about: string
  /** The board for this workspace: only tiles whose events and properties it has. */
  readonly make: (known: Known) => Made
}

export interface Made {
  readonly tiles: readonly Draft[]
  /** What the template would show and this workspace has no data for, as ends of the sentence “No tile for …”. */
  readonly missing: readonly string[]
}

/** Tiles, and what is missing where there is none. */
const made = (parts: readonly (Draft | string | undefined)[]): Made => ({
  tiles: parts.filter((part) => typeof part === 'object'),
  missing: parts.filter((part) => typeof part === 'string'),
})

const people = { metric: 'dau', path: 'dau' }
const sessions = { metric: 'sessions', path: 'sessions' }

const product: Template = {
  id: 'product',
  name: 'Product',
  about: 'Who comes, who comes back, and how far they get',
  make(known) {
    const signUp = eventLike(known, /sign(ed)?[ _-]?up/i, /regist|account.*creat|creat.*account/i)
    const first =
      eventLike(known, /page.?view|screen.?view|^\$?page|visit|app.?open|^open$/i) ?? known.events[0]
    const value = eventLike(
      known,
      /purchase|order.*(complet|plac)|payment|checkout.*complet|subscri/i,
      /project.*creat|creat.*project|activat|^buy$/i,
    )
    const steps = [...new Set([first, signUp, value])].filter((name) => name !== undefined)
    return made([
      figure({ title: 'People', ...people }),
      figure({ title: 'Sessions', ...sessions }),
      figure({ title: 'Stickiness', metric: 'stickiness_daily', path: 'stickiness/daily' }),
      figure({ title: 'Events', metric: 'events', path: 'events' }),
      series({ title: 'Active people', ...people, query: { compare: 'previous' } }),
      series({
        title: 'New, returning and resurrected people',
        metric: 'lifecycle',
        path: 'lifecycle',
        query: { granularity: 'weekly' },
        chart: 'bar',
      }),
      signUp === undefined ? 'sign-ups: no event looks like one' : event('Sign-ups', signUp),
      value === undefined ? 'payments: no event looks like one' : event(`Value: ${value}`, value),
      steps.length < 2 ? 'a funnel: it needs two kinds of events' : funnel('From visit to value', steps),
      retention('Who comes back, by week'),
      top({ title: 'Top events', metric: 'top_events', path: 'events/top' }),
    ])
  },
}

const pages = [
  'path',
  'page_path',
  'url',
  'page',
  '$pathname',
  '$current_url',
  'title',
  'page_title',
  'screen_name',
]

const site: Template = {
  id: 'site',
  name: 'Web site',
  about: 'Pages, entry pages, referrers and campaigns',
  make(known) {
    const view = eventLike(known, /page.?view/i, /^\$?page$/i, /screen/i, /visit/i)
    const page = fieldOf(known, ...pages.map((name) => `properties.${name}`))
    const ranked = (title: string, property: string): Draft =>
      top({ title, metric: 'top_sessions', path: 'sessions/top', params: { property } })
    const has = (field: string): boolean => known.fields.has(field)
    return made([
      figure({ title: 'Visitors', ...people }),
      figure({ title: 'Sessions', ...sessions }),
      view === undefined
        ? figure({ title: 'Events', metric: 'events', path: 'events' })
        : figure({
            title: 'Page views',
            metric: 'event',
            params: { name: view },
            path: `event/${encodeURIComponent(view)}`,
          }),
      series({ title: 'Visitors over time', ...people, query: { compare: 'previous' }, wide: true }),
      page === undefined ? 'pages: no property names them' : eventBy('Pages', view, page),
      page === undefined ? undefined : ranked('Entry pages', page),
      has('referrer') ? ranked('Referrers', 'referrer') : 'referrers',
      has('utm_source') ? ranked('Sources', 'utm_source') : 'sources (utm_source)',
      has('utm_campaign') ? ranked('Campaigns', 'utm_campaign') : 'campaigns (utm_campaign)',
      has('country') ? ranked('Countries', 'country') : 'countries',
      has('device_type') ? ranked('Devices', 'device_type') : 'devices',
      'exit pages and the bounce rate: no metric answers them',
    ])
  },
}

const failure = /error|exception|fail|crash/i
const bad = /^(error|fatal|critical|alert|emergency|panic)$/i

const reliability: Template = {
  id: 'reliability',
  name: 'Reliability',
  about: 'Errors, latency and logs',
  make(known) {
    const failures = known.events.filter((name) => failure.test(name)).slice(0, 3)
    const levels = known.levels.filter((level) => bad.test(level))
    const slow = known.metrics
      .filter((name) => /duration|latency|response[._ -]?time/i.test(name))
      .slice(0, 2)
    const load = known.metrics.filter((name) => /cpu|memory|load/i.test(name)).slice(0, 2)
    const infrastructure = (name: string, fn: string): Draft => ({
      ...series({
        title: `${name}, ${fn}`,
        metric: 'metric',
        params: { name, fn },
        path: 'infrastructure',
        query: { name, fn },
      }),
      view: `/infrastructure?${new URLSearchParams({ name, fn }).toString()}`,
    })
    return made([
      ...(failures.length === 0
        ? ['errors: no event looks like one']
        : failures.map((name) => event(name, name))),
      ...(known.levels.length === 0
        ? ['log lines']
        : [
            series({
              title: 'Log lines by level',
              metric: 'logs',
              path: 'logs',
              query: { breakdown: 'level' },
              chart: 'area',
              wide: true,
            }),
            known.services ? topOfLogs('Log lines by service', 'service') : undefined,
          ]),
      ...levels.slice(0, 2).map((level) =>
        series({
          title: `Log lines: ${level}`,
          metric: 'logs',
          params: { level },
          path: 'logs',
          query: { level },
        }),
      ),
      ...(slow.length === 0
        ? ['latency: no metric looks like one']
        : slow.map((name) => infrastructure(name, 'p95'))),
      ...(load.length === 0 ? ['load'] : load.map((name) => infrastructure(name, 'avg'))),
    ])
  },
}

const topOfLogs = (title: string, field: string): Draft =>
  top({ title, metric: 'top_logs', path: 'logs/top', params: { field } })

export const templates: readonly Template[] = [product, site, reliability]
