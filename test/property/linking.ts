import fc from 'fast-check'
import {
  aggregate,
  column,
  countDistinct,
  first,
  scan,
  select,
  sum,
  type Batch,
  type LinkRow,
  type Relation,
  type Row,
} from '../../contract/index.js'

/** Devices, users and times of links, so few that devices change their users, and times tie. */
export const deviceCount = 24
const userCount = 9
const timeCount = 6

export const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
export const linksOnly = (links: readonly LinkRow[]): Batch => ({ ...nothing, links })

const start = Date.UTC(2026, 0, 5)
export const deviceOf = (index: number): string => `device ${index}`

const oneLink: fc.Arbitrary<LinkRow> = fc
  .tuple(fc.nat(deviceCount - 1), fc.nat(userCount - 1), fc.nat(timeCount - 1))
  .map(([device, user, time]) => ({
    timestamp: start + time,
    device_id: deviceOf(device),
    // One user has the id of a device: they are two persons.
    user_id: user === 0 ? deviceOf(0) : `user ${user}`,
  }))

/** Sequences of batches of links. */
export const linkBatches: fc.Arbitrary<readonly (readonly LinkRow[])[]> = fc.array(
  fc.array(oneLink, { minLength: 1, maxLength: 8 }),
  { minLength: 1, maxLength: 14 },
)

/** One event of each device; its `seq` is a power of two, so a sum of them tells the set of devices. */
export const eventsOfDevices: Batch = {
  ...nothing,
  events: Array.from({ length: deviceCount }, (_, index) => ({
    timestamp: start + index,
    event_name: index % 2 === 0 ? 'even' : 'odd',
    device_id: deviceOf(index),
    session_id: null,
    user_id: null,
    message_id: null,
    seq: 2 ** index,
    context: {},
    properties: {},
  })),
}

/** The persons: the sum of the `seq` of their devices, and their user. */
export const persons: Relation = select(
  aggregate(
    scan('events'),
    { who: column('person') },
    { devices: sum(column('seq')), user: first(column('user_id'), column('timestamp'), column('seq')) },
  ),
  { devices: column('devices'), user: column('user') },
)

/** The same without the user, which one of the engine's forms reads from a smaller table. */
export const partition: Relation = select(
  aggregate(scan('events'), { who: column('person') }, { devices: sum(column('seq')) }),
  { devices: column('devices') },
)

export const personCount: Relation = aggregate(scan('events'), {}, { n: countDistinct(column('person')) })

/** The rows without the key, which each engine hashes in its own way, in order. */
export const shown = (rows: readonly Row[]): readonly string[] =>
  rows.map(({ devices, user = null }) => `${Number(devices)} ${JSON.stringify(user)}`).sort()
