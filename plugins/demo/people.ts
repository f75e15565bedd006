import {
  campaign,
  channels,
  companies,
  desktops,
  firstNames,
  lastNames,
  mobiles,
  places,
  roles,
  type Channel,
  type Machine,
  type City,
  type PlanName,
} from './catalogue.js'
import type { Random } from './random.js'

export interface Device {
  readonly id: string
  /** Context columns. */
  readonly context: Readonly<Partial<Record<string, string>>>
  readonly mobile: boolean
}

export interface Account {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly company: string
  readonly role: string
  /** Day of the story. */
  readonly since: number
  /** 0 … 1: how often and how long this user comes back. */
  readonly engagement: number
  plan: PlanName
  nextPayment: number | null
  projects: number
  gone: boolean
}

/** A visitor of the site: anonymous first, with an account later or never. */
export interface Person {
  readonly place: City
  readonly channel: Channel
  readonly variant: 'control' | 'compact'
  readonly devices: Device[]
  account: Account | null
  /** Days of the story on which the anonymous visitor visits. */
  readonly visits: number[]
  /** The day on which the account's second device appears. */
  secondDevice: number | null
}

export function newPerson(random: Random, day: number, isCampaign: boolean): Person {
  const lured = isCampaign && random.chance(0.58)
  const place = random.weighted(lured && random.chance(0.85) ? campaign.places : places)
  const channel = lured ? campaign.channel : random.weighted(channels)
  const machine = random.weighted(random.chance(0.36) ? mobiles : desktops)
  const visits = [day]
  // Some need time to decide: each further visit is a few days after the previous one.
  while (random.chance(0.32) && visits.length < 5) visits.push((visits.at(-1) ?? day) + random.int(1, 9))
  return {
    place,
    channel,
    variant: random.chance(0.5) ? 'control' : 'compact',
    devices: [newDevice(random, machine, place, channel)],
    account: null,
    visits,
    secondDevice: null,
  }
}

export function newDevice(random: Random, machine: Machine, place: City, channel: Channel | null): Device {
  const [region, city] = random.pick(place.cities)
  const context = {
    ...machine,
    country: place.country,
    region,
    city,
    locale: place.locale,
    ...channel?.context,
  }
  return { id: random.hex(32), context, mobile: machine.device_type === 'mobile' }
}

export function openAccount(random: Random, person: Person, day: number): Account {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const company = random.pick(companies)
  const mailbox = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z.]/g, '')
    .toLowerCase()
  const account: Account = {
    userId: `user_${random.hex(12)}`,
    name: `${first} ${last}`,
    email: `${mailbox}${random.int(1, 99)}@${company.toLowerCase()}.example`,
    company,
    role: random.pick(roles),
    since: day,
    engagement: random.next() ** 1.2 * (person.channel === campaign.channel ? 0.25 : 1),
    plan: 'free',
    nextPayment: null,
    projects: 0,
    gone: false,
  }
  person.account = account
  if (random.chance(0.25)) person.secondDevice = day + random.int(1, 12)
  return account
}

/** The probability that an account is used on a day: high at first, then declining to a floor of habit. */
export function activity(account: Account, day: number, weekday: number): number {
  const age = day - account.since
  const habit = account.plan === 'free' ? 0.08 : 0.45
  const fading = Math.exp(-age / (4 + 26 * account.engagement))
  return (
    weekdayShape(weekday) *
    (habit * account.engagement + (1 - habit) * (0.25 + account.engagement) * 0.75 * fading)
  )
}

const weekdays = [0.3, 1, 1.08, 1.06, 1, 0.86, 0.36]
/** Sunday is 0. */
export const weekdayShape = (weekday: number): number => weekdays[weekday] ?? 1
