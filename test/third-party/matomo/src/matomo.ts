import Type, { type Static } from 'typebox'
import { ImportError, type ExportImporter, type ImportMembers } from 'sextant/plugin'

const Options = Type.Object({
  page_view: Type.String({ default: 'page_view', description: 'the name of the events of page views' }),
})

const columns = {
  operatingSystemName: 'os',
  operatingSystemVersion: 'os_version',
  browserName: 'browser',
  browserVersion: 'browser_version',
  deviceType: 'device_type',
  countryCode: 'country',
  regionCode: 'region',
  city: 'city',
  languageCode: 'locale',
  referrerUrl: 'referrer',
} as const

/** The events of other kinds of actions, and the members that become properties. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  download: ['url'],
  outlink: ['url'],
  goal: ['goalName', 'revenue', 'url'],
  search: ['siteSearchKeyword', 'siteSearchCategory', 'siteSearchCount', 'url'],
  ecommerceOrder: ['orderId', 'revenue', 'revenueSubTotal', 'items'],
  ecommerceAbandonedCart: ['revenue', 'items'],
}
const pageMembers = ['url', 'pageTitle', 'timeSpent', 'pageLoadTime']
const eventMembers = ['eventCategory', 'eventName', 'eventValue', 'url']

/** The answer of Matomo's API Live.getLastVisitsDetails: a visit becomes the events of its actions. */
export const matomo: ExportImporter<typeof Options> = {
  name: 'matomo',
  summary: 'visits of Matomo: the answer of Live.getLastVisitsDetails as JSON',
  options: Options,
  recognizes: (item) => 'idVisit' in item && 'actionDetails' in item,
  convert: eventsOf,
}

function eventsOf(visit: ImportMembers, _: string, { page_view }: Static<typeof Options>): readonly object[] {
  const id = textOf(visit['idVisit'])
  const visitor = textOf(visit['visitorId'])
  if (id === undefined || visitor === undefined)
    throw new ImportError('a visit must have idVisit and visitorId')
  const actions = visit['actionDetails']
  if (!Array.isArray(actions)) throw new ImportError('actionDetails must be an array')
  const context = Object.entries(columns).flatMap(([name, column]) => {
    const value = textOf(visit[name])
    return value === undefined ? [] : [[column, value] as const]
  })
  const user = textOf(visit['userId'])
  return actions.map((given: unknown, index) => {
    const action = given as ImportMembers
    const { timestamp } = action
    if (typeof timestamp !== 'number')
      throw new ImportError(`actionDetails.${index}.timestamp must be a number of seconds`)
    const { event, members } = kindOf(action, page_view)
    return {
      event,
      device_id: visitor,
      ...(user !== undefined && { user_id: user }),
      session_id: id,
      timestamp: new Date(timestamp * 1000).toISOString(),
      // Ids of visits are unique in an installation; the order of actions does not change.
      message_id: `matomo-${id}-${index}`,
      properties: Object.fromEntries(members.flatMap((name) => entryOf(action, name))),
      context: Object.fromEntries(context),
    }
  })
}

/** Unknown kinds keep their name: Matomo's plugins have kinds of their own. */
function kindOf(action: ImportMembers, pageView: string) {
  const type = textOf(action['type']) ?? 'action'
  if (type === 'action') return { event: pageView, members: pageMembers }
  if (type === 'event') return { event: textOf(action['eventAction']) ?? 'event', members: eventMembers }
  return { event: type, members: kinds[type] ?? ['url'] }
}

function entryOf(action: ImportMembers, name: string): (readonly [string, unknown])[] {
  const value = action[name]
  return value === undefined || value === null || value === '' ? [] : [[name, value]]
}

/** Ids may be numbers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
