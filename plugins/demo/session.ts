import { features, prices, templates, type PlanName } from './catalogue.js'
import { openAccount, type Account, type Device, type Person } from './people.js'
import { companyId } from './companies.js'
import type { Random } from './random.js'
import type { DemoPlot } from './story.js'

type Properties = Readonly<Record<string, string | number | boolean>>

/** One line of POST /v1/events, without its message_id. */
export interface DemoLine {
  readonly timestamp: number
  readonly [key: string]: unknown
}

/** Records the events of one session; time passes between the lines. */
interface Pen {
  readonly lines: DemoLine[]
  readonly event: (name: string, properties?: Properties) => void
  readonly page: (path: string, properties?: Properties) => void
  readonly identify: (account: Account) => void
}

/** The setting and time of a session. */
export interface Scene {
  readonly random: Random
  readonly plot: DemoPlot
  readonly person: Person
  readonly device: Device
  readonly day: number
  /** Milliseconds since 1970 UTC. */
  readonly start: number
  /** The same in days of the story. */
  readonly moment: number
}

function pen({ random, plot, device, start, moment }: Scene, user: Account | null): Pen {
  let time = start
  let owner = user
  const session_id = random.hex(32)
  const lines: DemoLine[] = []
  const write = (line: Readonly<Record<string, unknown>>): void => {
    lines.push({
      ...line,
      device_id: device.id,
      session_id,
      ...(owner && { user_id: owner.userId }),
      ...(owner && 'event' in line && { groups: { company: companyId(owner.company) } }),
      timestamp: time,
    })
    time += Math.round(Math.min(random.around(38), 600) * 1000) + 250
  }
  const event = (name: string, properties: Properties = {}): void => write({ event: name, properties })
  write({ type: 'context', context: { ...device.context, app_version: plot.versionAt(moment) } })
  return {
    lines,
    event,
    page: (path, properties = {}) => event('page_viewed', { path, ...properties }),
    identify(account) {
      owner = account
      const { name, email, company, role, plan } = account
      write({ type: 'identify', traits: { name, email, company, role, plan } })
    },
  }
}

const site = ['/', '/features', '/docs', '/blog/better-weekly-reports', '/customers', '/changelog']

/** An anonymous visit, which may end with an account. */
export function visit(scene: Scene): readonly DemoLine[] {
  const { random, plot, person, device, day, moment } = scene
  const { event, page, identify, lines } = pen(scene, null)
  const { channel, variant } = person
  page(
    random.weighted([
      [6, '/'],
      [2, '/features'],
      [2, '/blog/better-weekly-reports'],
      [1, '/docs'],
    ]),
    {
      ...(channel.context['referrer'] !== undefined && { referrer: channel.context['referrer'] }),
    },
  )
  while (random.chance(0.55)) page(random.pick(site))
  const interest = channel.intent * (device.mobile ? 0.7 : 1)
  if (!random.chance(Math.min(0.9, 0.5 * interest))) return lines
  page('/pricing', { variant, experiment: 'pricing_layout' })
  if (!random.chance(variant === 'compact' ? 0.68 : 0.56)) return lines
  const method = random.weighted([
    [5, 'email'],
    [4, 'google'],
    [1, 'sso'],
  ])
  event('signup_started', { method, variant })
  const fails = plot.isBroken(moment) ? (device.mobile ? 0.85 : 0.25) : 0.01
  if (random.chance(fails)) {
    event('error_shown', { code: 'E_SIGNUP', plan: 'free' })
    return lines
  }
  if (!random.chance(method === 'email' ? 0.7 : 0.88)) return lines
  const account = openAccount(random, person, day)
  event('signed_up', { method, plan: account.plan, variant })
  identify(account)
  page('/app/welcome', { plan: account.plan })
  if (random.chance(0.72)) createProject(random, account, event)
  if (random.chance(0.3))
    event('invite_sent', { count: random.int(1, 4), role: account.role, plan: account.plan })
  return lines
}

/**
 * A session of a user with an account. On a device that is new to them it starts anonymously, with a login.
 */
export function use(scene: Scene, account: Account, isNew: boolean): readonly DemoLine[] {
  const { random, plot, day, moment } = scene
  const writer = pen(scene, isNew ? null : account)
  const { event, page, lines } = writer
  if (isNew) {
    page('/login')
    event('logged_in', { method: 'email' })
    writer.identify(account)
  }
  page('/app', { plan: account.plan })
  const broken = plot.isBroken(moment)
  const length = 3 + Math.round(random.around(5 + 9 * account.engagement) * (broken ? 0.4 : 1))
  for (let step = 0; step < length; step++) act(random, account, writer, broken)
  if (random.chance(0.3 * plot.adoption(day))) share(random, account, writer)
  settle(random, account, writer, day)
  return lines
}

/** Uses the feature that the story launches. */
function share(random: Random, { plan }: Account, { event }: Pen): void {
  const to = random.weighted([
    [5, 'team'],
    [3, 'link'],
    [1, 'public'],
  ])
  for (let n = random.int(1, 3); n > 0; n--) event('dashboard_shared', { to, plan })
}

function act(random: Random, account: Account, { event, page }: Pen, broken: boolean): void {
  const { plan } = account
  const action = random.weighted([
    [34, 'page'],
    [20, 'feature'],
    [14, 'report'],
    [9, 'search'],
    [9, 'export'],
    [5, 'project'],
    [4, 'invite'],
    [broken ? 30 : 2, 'error'],
  ])
  if (action === 'page')
    page(`/app/${random.pick(['reports', 'projects', 'team', 'settings', 'billing'])}`, { plan })
  else if (action === 'feature') event('feature_used', { feature: random.pick(features), plan })
  else if (action === 'report')
    event('report_created', { template: random.pick(templates), plan, widgets: random.int(1, 12) })
  else if (action === 'search') event('search_performed', { results: random.int(0, 40), plan })
  else if (action === 'export')
    event('report_exported', {
      format: random.weighted([
        [5, 'pdf'],
        [4, 'csv'],
        [1, 'xlsx'],
      ]),
      rows: Math.round(random.around(800)) + 1,
      plan,
    })
  else if (action === 'project') createProject(random, account, event)
  else if (action === 'invite') event('invite_sent', { count: random.int(1, 3), role: account.role, plan })
  else
    event('error_shown', {
      code: random.weighted([
        [broken ? 30 : 5, 'E_TIMEOUT'],
        [3, 'E_PERMISSION'],
        [2, 'E_IMPORT'],
      ]),
      plan,
    })
}

function createProject(random: Random, account: Account, event: Pen['event']): void {
  account.projects++
  event('project_created', {
    template: random.pick(templates),
    plan: account.plan,
    first: account.projects === 1,
  })
}

/** Billing: an engaged account upgrades after a while and pays every 30 days from then on. */
function settle(random: Random, account: Account, writer: Pen, day: number): void {
  const { event, page } = writer
  const due = account.nextPayment !== null && day >= account.nextPayment
  const wants = account.plan === 'free' && account.projects > 0 && day - account.since >= 2
  if (wants && random.chance(0.05 * account.engagement)) {
    const plan = random.weighted<PlanName>([
      [6, 'starter'],
      [3, 'team'],
      [1, 'business'],
    ])
    page('/app/billing', { plan: account.plan })
    event('upgraded', { from: account.plan, plan, amount: prices[plan] })
    account.plan = plan
    writer.identify(account)
    pay(random, account, event, day)
  } else if (due) pay(random, account, event, day)
}

function pay(random: Random, account: Account, event: Pen['event'], day: number): void {
  const bill = { amount: prices[account.plan], currency: 'USD', plan: account.plan }
  if (random.chance(0.04)) {
    event('payment_failed', { ...bill, reason: random.pick(['card_declined', 'expired_card']) })
    account.nextPayment = day + 1
  } else {
    event('payment_succeeded', bill)
    account.nextPayment = day + 30
  }
}
