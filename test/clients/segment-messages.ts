/** The messages sent through every Segment library, and the columns that their context fills. */
export const at = (second: number): Date => new Date(Date.UTC(2026, 0, 5, 10, 0, second, 123))

export const properties = {
  text: 'Ünï "quoted" \\ 🚀',
  price: 12.5,
  count: 3,
  big: 9007199254740991,
  paid: true,
  free: false,
  nested: { deep: { er: ['a', 1, { b: 2 }, null] } },
  'dotted.name': 'x',
  __proto: 'y',
  at: at(59).toISOString(),
}
const context = {
  campaign: { name: 'spring', source: 'news', medium: 'email', term: 'shoes', content: 'b' },
  device: { id: 'dev-1', type: 'phone', model: 'Pixel' },
  os: { name: 'Android', version: '14' },
  app: { name: 'shop', version: '1.2.3', build: '77' },
  locale: 'de-AT',
  location: { country: 'AT', region: 'W', city: 'Wien', suburb: 'Wieden' },
  page: { url: 'https://shop.example/a?b=1', referrer: 'https://search.example/', title: 'A' },
  timezone: 'Europe/Vienna',
  ip: '203.0.113.5',
}
export const columns = {
  utm_campaign: 'spring',
  utm_source: 'news',
  utm_medium: 'email',
  device_type: 'phone',
  os: 'Android',
  os_version: '14',
  app_version: '1.2.3',
  locale: 'de-AT',
  country: 'AT',
  region: 'W',
  city: 'Wien',
  referrer: 'https://search.example/',
}
/** The parts without a column; the address is used to find the country and never stored. */
export const contextRest = {
  campaign: { term: 'shoes', content: 'b' },
  device: { id: 'dev-1', model: 'Pixel' },
  app: { name: 'shop', build: '77' },
  location: { suburb: 'Wieden' },
  page: { url: 'https://shop.example/a?b=1', title: 'A' },
  timezone: 'Europe/Vienna',
}

/** Every call of the API once, in the form that every library accepts. */
export const messages = {
  track: {
    event: 'Order Completed',
    userId: 'ann',
    anonymousId: 'anon-1',
    properties,
    context,
    timestamp: at(1),
  },
  bare: { event: 'bare', userId: 'server-user', timestamp: at(2) },
  page: {
    name: 'Home',
    category: 'Docs',
    anonymousId: 'anon-2',
    properties: { path: '/' },
    timestamp: at(3),
  },
  screen: { name: 'Cart', userId: 'ann', anonymousId: 'anon-1', timestamp: at(4) },
  identify: {
    userId: 'ann',
    anonymousId: 'anon-1',
    traits: { plan: 'pro', seats: 5, address: { city: 'Wien' } },
    context: { os: { name: 'Android' } },
    timestamp: at(5),
  },
  group: { userId: 'ann', anonymousId: 'anon-1', groupId: 'acme', traits: { size: 40 }, timestamp: at(6) },
  alias: { userId: 'ann', previousId: 'anon-0', timestamp: at(7) },
}
