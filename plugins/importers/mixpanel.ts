import { createHash } from 'node:crypto'
import { ImportError, type ExportImporter, type ImportMembers } from '../../contract/index.js'
import { idOf, isObject, objectOf, parted } from './members.js'

const columns: Readonly<Record<string, string>> = {
  $os: 'os',
  $os_version: 'os_version',
  $browser: 'browser',
  $browser_version: 'browser_version',
  $device_type: 'device_type',
  $app_version_string: 'app_version',
  $city: 'city',
  $region: 'region',
  mp_country_code: 'country',
  $referrer: 'referrer',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
}
const dropped = new Set([
  'time',
  'distinct_id',
  '$insert_id',
  '$device_id',
  '$user_id',
  'token',
  'mp_processing_time_ms',
])
const anonymous = '$device:'

export const mixpanel: ExportImporter = {
  name: 'mixpanel',
  summary: 'the raw event export of Mixpanel',
  recognizes: (item) => {
    const { properties } = item
    return 'event' in item && isObject(properties) && 'time' in properties && 'distinct_id' in properties
  },
  convert: mixpanelLines,
}

/**
 * Converts a line of a Mixpanel raw event export. As in Mixpanel, an insert_id counts once among events with
 * the same name, time and person. Throws if it is not an event.
 */
function mixpanelLines(item: ImportMembers, fallback: string): readonly object[] {
  const properties = objectOf(item['properties'], 'properties')
  const { time, $insert_id: insertId } = properties
  if (typeof time !== 'number') throw new ImportError('properties.time must be a number')
  const distinct = idOf(properties['distinct_id'])
  const device = idOf(properties['$device_id'])
  const isAnonymous = distinct === undefined || distinct.startsWith(anonymous) || distinct === device
  // Older projects have no device id, only the person.
  const user = idOf(properties['$user_id']) ?? (isAnonymous || device === undefined ? undefined : distinct)
  const { context, rest } = parted(properties, columns, dropped)
  const identity = JSON.stringify([item['event'], time, distinct, insertId])
  return [
    {
      type: 'track',
      event: item['event'],
      // Seconds; newer exports have milliseconds.
      timestamp: time < 100_000_000_000 ? Math.round(time * 1000) : time,
      device_id: device ?? distinct?.replace(anonymous, ''),
      user_id: user,
      message_id:
        idOf(insertId) === undefined
          ? fallback
          : `mixpanel-${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`,
      properties: rest,
      context,
    },
  ]
}
