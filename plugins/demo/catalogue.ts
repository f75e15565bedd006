/** The catalogue of the demo data: a fictitious reporting tool for teams, its visitors and its prices. */

export interface City {
  readonly country: string
  readonly locale: string
  /** Approximate hours east of UTC. */
  readonly offset: number
  readonly cities: readonly (readonly [region: string, city: string])[]
}

const place = (country: string, locale: string, offset: number, ...cities: [string, string][]): City => ({
  country,
  locale,
  offset,
  cities,
})

export const places: readonly (readonly [number, City])[] = [
  [
    34,
    place('US', 'en-US', -6, ['California', 'San Francisco'], ['New York', 'New York'], ['Texas', 'Austin']),
  ],
  [12, place('DE', 'de-DE', 1, ['Berlin', 'Berlin'], ['Bavaria', 'Munich'], ['Hamburg', 'Hamburg'])],
  [11, place('GB', 'en-GB', 0, ['England', 'London'], ['England', 'Manchester'], ['Scotland', 'Edinburgh'])],
  [8, place('FR', 'fr-FR', 1, ['Île-de-France', 'Paris'], ['Auvergne-Rhône-Alpes', 'Lyon'])],
  [8, place('IN', 'en-IN', 5, ['Karnataka', 'Bengaluru'], ['Maharashtra', 'Mumbai'])],
  [6, place('BR', 'pt-BR', -3, ['São Paulo', 'São Paulo'], ['Rio de Janeiro', 'Rio de Janeiro'])],
  [5, place('CA', 'en-CA', -5, ['Ontario', 'Toronto'], ['Quebec', 'Montréal'])],
  [4, place('NL', 'nl-NL', 1, ['North Holland', 'Amsterdam'])],
  [4, place('ES', 'es-ES', 1, ['Madrid', 'Madrid'], ['Catalonia', 'Barcelona'])],
  [3, place('AU', 'en-AU', 10, ['New South Wales', 'Sydney'])],
  [3, place('JP', 'ja-JP', 9, ['Tokyo', 'Tokyo'])],
  [2, place('PL', 'pl-PL', 1, ['Masovia', 'Warsaw'])],
]

export interface Machine {
  readonly device_type: string
  readonly os: string
  readonly os_version: string
  readonly browser: string
  readonly browser_version: string
  readonly platform: string
}

const machine = (
  device_type: string,
  os: string,
  os_version: string,
  browser: string,
  browser_version: string,
): Machine => ({ device_type, os, os_version, browser, browser_version, platform: 'web' })

export const desktops: readonly (readonly [number, Machine])[] = [
  [30, machine('desktop', 'Windows', '11', 'Chrome', '141')],
  [9, machine('desktop', 'Windows', '10', 'Edge', '141')],
  [5, machine('desktop', 'Windows', '11', 'Firefox', '143')],
  [22, machine('desktop', 'macOS', '15.6', 'Chrome', '141')],
  [15, machine('desktop', 'macOS', '15.6', 'Safari', '18.6')],
  [7, machine('desktop', 'Linux', '6.12', 'Firefox', '143')],
]

export const mobiles: readonly (readonly [number, Machine])[] = [
  [22, machine('mobile', 'iOS', '18.6', 'Safari', '18.6')],
  [20, machine('mobile', 'Android', '15', 'Chrome', '141')],
  [5, machine('mobile', 'Android', '14', 'Samsung Internet', '28')],
  [5, machine('tablet', 'iPadOS', '18.6', 'Safari', '18.6')],
]

export interface Channel {
  /** Context columns. */
  readonly context: Readonly<Record<string, string>>
  /** The factor by which its visitors are likelier to sign up. */
  readonly intent: number
}

const channel = (
  intent: number,
  referrer: string | null,
  source?: string,
  medium?: string,
  campaign?: string,
): Channel => ({
  context: {
    ...(referrer !== null && { referrer: `https://${referrer}/` }),
    ...(source && medium && campaign && { utm_source: source, utm_medium: medium, utm_campaign: campaign }),
  },
  intent,
})

export const channels: readonly (readonly [number, Channel])[] = [
  [30, channel(1, 'www.google.com')],
  [22, channel(1.25, null)],
  [14, channel(1.3, 'www.google.com', 'google', 'cpc', 'brand_search')],
  [10, channel(0.7, 'www.linkedin.com', 'linkedin', 'paid_social', 'ops_leaders')],
  [8, channel(1.6, null, 'newsletter', 'email', 'monthly_digest')],
  [7, channel(1.4, 'github.com')],
  [5, channel(0.5, 'news.ycombinator.com')],
  [4, channel(1.8, 'partners.example.org', 'partner', 'referral', 'agency_program')],
]

/** Brings its visitors, most of them from one country, on a few days of the story; few of them stay. */
export const campaign = {
  channel: channel(0.9, 'www.youtube.com', 'youtube', 'video', 'creator_week'),
  places: places.filter(([, { country }]) => country === 'BR'),
}

export const firstNames =
  'Ada Alan Amara Ben Carla Chen Dana Diego Elif Emma Farid Grace Hana Ivan Jonas Kofi Lena Liam Maya Mei Nora Omar Priya Rosa Sam Sofia Tomás Uma Yuki Zoe'.split(
    ' ',
  )
export const lastNames =
  'Abbott Becker Costa Dubois Eriksen Fischer García Haddad Ito Jansen Kowalski Lopez Meyer Nguyen Okafor Patel Quinn Rossi Schmidt Silva Tanaka Ueda Vance Weber Young Zhang'.split(
    ' ',
  )
export const companies =
  'Acme Alder Brightline Cobalt Dovetail Emberly Fernway Globex Harbor Initech Juniper Kestrel Lumen Maple Northwind Orbit Pinecrest Quarry Riverbend Sable Tidewater Umbra Vector Willow Xenon Yarrow Zephyr'.split(
    ' ',
  )
export const roles = ['analyst', 'manager', 'founder', 'engineer', 'marketer', 'operations'] as const
export const templates = [
  'blank',
  'sales_pipeline',
  'weekly_report',
  'marketing_funnel',
  'okr_tracker',
] as const
export const features = ['dashboard', 'filters', 'comments', 'schedules', 'integrations', 'api'] as const
export const prices = { free: 0, starter: 19, team: 79, business: 249 } as const
export type PlanName = keyof typeof prices
