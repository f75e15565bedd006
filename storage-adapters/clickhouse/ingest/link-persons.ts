import type { LinkRow } from '../../../core/contract/index.js'

/** What is stored of a linked device. */
export interface KnownDevice {
  readonly link: Pick<LinkRow, 'timestamp' | 'user_id'>
  /** The version and key of its row, as decimals: a key of 0 is the device's own. */
  readonly version: string
  readonly stored: string
  /** The key of its person. */
  readonly key: string
}

/** The key of a new row: the device's own, that of a device, the hash of its user, or a known one. */
export type NewKey =
  | { readonly kind: 'own' }
  | { readonly kind: 'device'; readonly device_id: string }
  | { readonly kind: 'user' }
  | { readonly kind: 'known'; readonly key: string }

/** A link with its person. */
export interface LinkedPerson {
  readonly link: LinkRow
  readonly version: string
  readonly key: NewKey
}

/** Returns the latest link of each device: the greatest (timestamp, user_id in bytes). */
export function latestOfDevices(links: readonly LinkRow[]): ReadonlyMap<string, LinkRow> {
  const latest = new Map<string, LinkRow>()
  for (const link of links) {
    const known = latest.get(link.device_id)
    if (known === undefined || isLater(link, known)) latest.set(link.device_id, link)
  }
  return latest
}

type When = KnownDevice['link']

/** Whether the link replaces the other one. */
export const isLater = (link: When, than: When): boolean =>
  link.timestamp === than.timestamp
    ? Buffer.compare(Buffer.from(link.user_id), Buffer.from(than.user_id)) > 0
    : link.timestamp > than.timestamp

/** Returns the users whose keys decide: those of devices that are new to them. */
export const usersAsked = (
  links: Iterable<LinkRow>,
  devices: ReadonlyMap<string, KnownDevice>,
): readonly string[] => [
  ...new Set(
    [...links]
      .filter(({ device_id, user_id }) => devices.get(device_id)?.link.user_id !== user_id)
      .map(({ user_id }) => user_id),
  ),
]

/**
 * Returns the persons of links that are later than what is known of their devices (see
 * identity/person-keys.ts). `users`: the keys of users with devices. Example, with no device known:
 *
 *   a → Ann, b → Ann    a (0, own), b (1, key of a)
 *   then a → Bob        a (1, hash of Bob): it gave its key to Ann
 */
export function personsOf(
  links: Iterable<LinkRow>,
  devices: ReadonlyMap<string, KnownDevice>,
  users: ReadonlyMap<string, string>,
): readonly LinkedPerson[] {
  const all = [...links]
  const leaders = new Map<string, string>()
  for (const { device_id, user_id } of all)
    if (!users.has(user_id) && !devices.has(device_id) && !leaders.has(user_id))
      leaders.set(user_id, device_id)
  return all.map((link) => {
    const { device_id, user_id } = link
    const device = devices.get(device_id)
    const leader = leaders.get(user_id)
    const known = device?.link.user_id === user_id ? device.key : users.get(user_id)
    const key: NewKey =
      known !== undefined
        ? { kind: 'known', key: known }
        : leader === undefined
          ? { kind: 'user' }
          : { kind: 'device', device_id: leader }
    if (device === undefined)
      return leader === device_id ? { link, version: '0', key: { kind: 'own' } } : { link, version: '1', key }
    const version = BigInt(device.version)
    // Even versions above 0 are those of rows from before the column, which no new row may have.
    if (known === device.key && (version === 0n || version % 2n === 1n))
      return { link, version: device.version, key: { kind: 'known', key: device.stored } }
    return { link, version: String(version + (version % 2n === 1n ? 2n : 1n)), key }
  })
}
