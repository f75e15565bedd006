import { eventLike, fieldOf, type Known } from './known.js'
import { event, eventBy, figure, funnel, retention, series, top, type Draft } from './tile.js'
import { boardsText } from '../../text/boards.js'

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
  name: boardsText.product,
  about: boardsText.activePeopleRetentionAndA,
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
      figure({ title: boardsText.people, ...people }),
      figure({ title: boardsText.sessions, ...sessions }),
      figure({ title: boardsText.stickiness, metric: 'stickiness_daily', path: 'stickiness/daily' }),
      figure({ title: boardsText.events, metric: 'events', path: 'events' }),
      series({ title: boardsText.activePeople, ...people, query: { compare: 'previous' } }),
      series({
        title: boardsText.newReturningAndResurrected,
        metric: 'lifecycle',
        path: 'lifecycle',
        query: { granularity: 'weekly' },
        chart: 'bar',
      }),
      signUp === undefined ? boardsText.noTileForSignUps : event(boardsText.signUps, signUp),
      value === undefined ? boardsText.noTileForPayments : event(boardsText.valueProperty(value), value),
      steps.length < 2 ? boardsText.noTileForFunnel : funnel(boardsText.fromVisitToValue, steps),
      retention(boardsText.whoComesBackByWeek),
      top({ title: boardsText.topEvents, metric: 'top_events', path: 'events/top' }),
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
  name: boardsText.webSite,
  about: boardsText.pagesEntryPagesReferrersAnd,
  make(known) {
    const view = eventLike(known, /page.?view/i, /^\$?page$/i, /screen/i, /visit/i)
    const page = fieldOf(known, ...pages.map((name) => `properties.${name}`))
    const ranked = (title: string, property: string): Draft =>
      top({ title, metric: 'top_sessions', path: 'sessions/top', params: { property } })
    const has = (field: string): boolean => known.fields.has(field)
    return made([
      figure({ title: boardsText.visitors, ...people }),
      figure({ title: boardsText.sessions, ...sessions }),
      view === undefined
        ? figure({ title: boardsText.events, metric: 'events', path: 'events' })
        : figure({
            title: boardsText.pageViews,
            metric: 'event',
            params: { name: view },
            path: `event/${encodeURIComponent(view)}`,
          }),
      series({ title: boardsText.visitorsOverTime, ...people, query: { compare: 'previous' }, wide: true }),
      page === undefined ? boardsText.noTileForPages : eventBy(boardsText.pages, view, page),
      page === undefined ? undefined : ranked(boardsText.entryPages, page),
      has('referrer') ? ranked(boardsText.referrers, 'referrer') : boardsText.noTileForReferrers,
      has('utm_source') ? ranked(boardsText.sources, 'utm_source') : boardsText.noTileForSources,
      has('utm_campaign') ? ranked(boardsText.campaigns, 'utm_campaign') : boardsText.noTileForCampaigns,
      has('country') ? ranked(boardsText.countries, 'country') : boardsText.noTileForCountries,
      has('device_type') ? ranked(boardsText.devices, 'device_type') : boardsText.noTileForDevices,
      boardsText.noTileForExits,
    ])
  },
}

const failure = /error|exception|fail|crash/i
const bad = /^(error|fatal|critical|alert|emergency|panic)$/i

const reliability: Template = {
  id: 'reliability',
  name: boardsText.reliability,
  about: boardsText.errorsLatencyAndLogs,
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
      ...(failures.length === 0 ? [boardsText.noTileForErrors] : failures.map((name) => event(name, name))),
      ...(known.levels.length === 0
        ? [boardsText.noTileForLogs]
        : [
            series({
              title: boardsText.logLinesByLevel,
              metric: 'logs',
              path: 'logs',
              query: { breakdown: 'level' },
              chart: 'area',
              wide: true,
            }),
            known.services ? topOfLogs(boardsText.logLinesByService, 'service') : undefined,
          ]),
      ...levels.slice(0, 2).map((level) =>
        series({
          title: boardsText.logLinesLevel(level),
          metric: 'logs',
          params: { level },
          path: 'logs',
          query: { level },
        }),
      ),
      ...(slow.length === 0
        ? [boardsText.noTileForLatency]
        : slow.map((name) => infrastructure(name, 'p95'))),
      ...(load.length === 0 ? [boardsText.noTileForLoad] : load.map((name) => infrastructure(name, 'avg'))),
    ])
  },
}

const topOfLogs = (title: string, field: string): Draft =>
  top({ title, metric: 'top_logs', path: 'logs/top', params: { field } })

export const templates: readonly Template[] = [product, site, reliability]
