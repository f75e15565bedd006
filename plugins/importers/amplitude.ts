import { ImportError, type ExportImporter, type ImportMembers } from '../../contract/index.js'
import { idOf, objectOf } from './members.js'

const columns: readonly (readonly [string, string])[] = [
  ['os_name', 'os'],
  ['os_version', 'os_version'],
  ['device_type', 'device_type'],
  ['platform', 'platform'],
  ['version_name', 'app_version'],
  ['country', 'country'],
  ['region', 'region'],
  ['city', 'city'],
  ['language', 'locale'],
]
const kept = ['device_family', 'device_model', 'device_brand', 'device_carrier', 'groups', 'group_properties']

export const amplitude: ExportImporter = {
  name: 'amplitude',
  summary: 'the export of Amplitude: its zip archive, or the files in it',
  recognizes: (item) => 'event_type' in item && 'event_time' in item,
  convert: amplitudeLines,
}

/**
 * Converts a line of an Amplitude export: the event, preceded by its person's traits at that time. Times are
 * UTC. Throws if it is not an event.
 */
function amplitudeLines(item: ImportMembers, fallback: string): readonly object[] {
  const amplitudeId = idOf(item['amplitude_id'])
  const user = idOf(item['user_id'])
  const device = idOf(item['device_id']) ?? user ?? (amplitudeId && `amplitude-${amplitudeId}`)
  const id = idOf(item['uuid']) ?? idOf(item['$insert_id']) ?? idOf(item['insert_id']) ?? fallback
  const common = {
    device_id: device,
    user_id: user,
    timestamp: timeOf(item['event_time']),
    session_id: Number(item['session_id']) > 0 ? idOf(item['session_id']) : undefined,
  }
  const traits = objectOf(item['user_properties'], 'user_properties')
  const context = columns.map(([name, column]) => [column, item[name]] as const)
  const track = {
    type: 'track',
    ...common,
    event: item['event_type'],
    message_id: id,
    properties: {
      ...Object.fromEntries(kept.map((name) => [name, item[name]] as const)),
      ...objectOf(item['event_properties'], 'event_properties'),
    },
    context: Object.fromEntries(context.filter(([, value]) => idOf(value) !== undefined)),
  }
  if (Object.keys(traits).length === 0) return [track]
  return [{ type: 'identify', ...common, message_id: `${id}:traits`, traits }, track]
}

/** `2026-01-05 10:00:00.123456` */
function timeOf(value: unknown): string {
  if (typeof value !== 'string') throw new ImportError('event_time must be a string')
  return value
}
