import { contextColumns } from '../../../contract/index.js'
import { literal, type WorkspaceDatabase } from '../cluster/database.js'
import { userKey } from '../query/scan.js'

const time = `timestamp DateTime64(3, 'UTC'), day Date`
const text = (names: readonly string[]): string =>
  names.map((name) => `${name} LowCardinality(String)`).join(', ')
const context = text(contextColumns)
const floats = ['value', 'count', 'sum', 'min', 'max'].map((name) => `${name} Nullable(Float64)`).join(', ')

/** The stored tables that members may read, with the columns that are meaningful to them. */
const tables: Readonly<Record<string, string>> = {
  events_v1: `${time}, event_name LowCardinality(String), device_id String, session_id String, user_id String, ${context}, properties JSON`,
  logs_v1: `${time}, ${text(['level', 'service', 'source'])}, message JSON, session_id String`,
  context_v1: `${time}, device_id String, session_id String, ${context}, properties JSON`,
  metrics_v1:
    `${time}, ${text(['name', 'type', 'temporality', 'unit', 'service', 'source'])}, labels JSON, ` +
    `label_names LowCardinality(String), series String, ${floats}, ` +
    'bucket_bounds Array(Nullable(Float64)), bucket_counts Array(Float64)',
}

const links = (workspace: string): string =>
  `SELECT device, CAST(any(device_id) AS String) AS device_id, max(link) AS latest, tupleElement(latest, 2) AS user_id, ` +
  `tupleElement(latest, 1) AS linked_at FROM ${workspace}.device_links GROUP BY device`

/** Joins each device's current user; a device without one is a person of its own. */
const linked = (workspace: string): string =>
  `LEFT ANY JOIN (SELECT device, user_id AS linked_user FROM (${links(workspace)})) AS l ON t.device = l.device`
const user = `nullIf(ifNull(l.linked_user, ''), '')`
const person = `if(ifNull(l.linked_user, '') = '', t.device, ${userKey('l.linked_user')})`

/** Returns the statement of each person's latest value per trait, a top-level JSON key. */
const traitValues = (workspace: string): string =>
  `SELECT ${person} AS person, tupleElement(member, 1) AS name, argMax(tupleElement(member, 2), (t.timestamp, t.seq)) AS value, max((t.timestamp, t.seq)) AS last ` +
  `FROM ${workspace}.traits_v1 AS t ARRAY JOIN JSONExtractKeysAndValuesRaw(toJSONString(t.traits)) AS member ` +
  `${linked(workspace)} GROUP BY person, name`
const currentTraits = (values: string): string =>
  `SELECT person, CAST(concat('{', arrayStringConcat(groupArray(concat(toJSONString(name), ':', value)), ','), '}') AS Nullable(JSON)) AS traits ` +
  `FROM (${values}) GROUP BY person`

/**
 * Returns the statement of persons by the events of one server; `last` is the time and seq of the newest
 * event.
 */
const persons = (workspace: string): string =>
  `SELECT ${person} AS person, any(${user}) AS user_id, argMax(t.device_id, (t.timestamp, t.seq)) AS device_id, ` +
  `min(t.timestamp) AS first_seen, max(t.timestamp) AS last_seen, count() AS events, max((t.timestamp, t.seq)) AS last ` +
  `FROM ${workspace}.events_v1 AS t ${linked(workspace)} GROUP BY person`

/** Merges the persons of all shards. */
const allPersons = (rows: string): string =>
  `SELECT person, any(user_id) AS user_id, argMax(device_id, last) AS device_id, min(first_seen) AS first_seen, ` +
  `max(last_seen) AS last_seen, sum(events) AS events FROM (SELECT * FROM ${rows}) AS r GROUP BY person`
const allTraitValues = (rows: string): string =>
  `SELECT person, name, argMax(value, last) AS value FROM (SELECT * FROM ${rows}) AS r GROUP BY person, name`

const users = (people: string, values: string): string =>
  `SELECT e.user_id AS user_id, e.device_id AS device_id, e.first_seen AS first_seen, e.last_seen AS last_seen, e.events AS events, p.traits AS traits ` +
  `FROM (${people}) AS e LEFT ANY JOIN (${currentTraits(values)}) AS p ON e.person = p.person`

/** Views with one row per stored row of a device; each shard computes its own. */
const rowViews = (workspace: string): Readonly<Record<string, string>> => ({
  user_devices: `SELECT device_id, user_id, linked_at FROM (${links(workspace)})`,
  user_traits_v1: `SELECT t.timestamp AS timestamp, t.device_id AS device_id, ${user} AS user_id, t.traits AS traits FROM ${workspace}.traits_v1 AS t ${linked(workspace)}`,
})

/** Returns a name that no statement can use, because it begins with a dot. */
const hidden = (name: string): string => `\`.${name}\``

const rights = 'DEFINER = CURRENT_USER SQL SECURITY DEFINER'

/** A statement as a function of its ON CLUSTER clause (see Servers). */
type Statement = (on: string) => string

const view =
  (name: string, select: string): Statement =>
  (on) =>
    `CREATE VIEW ${name}${on} ${rights} AS ${select} SETTINGS json_type_escape_dots_in_keys = 1, join_use_nulls = 1`

/**
 * Returns the statements that create a reader's database: the workspace's tables and views under their names,
 * read with the rights of their creator. A materialized view TO a table, whose source never receives rows,
 * reads that table directly, with its sort key, projections and JSON subcolumns; a plain view would read
 * whole JSON columns.
 *
 * On a cluster these have hidden names. A Distributed table under the plain name reads them on every shard,
 * there also as the reader.
 */
export function readableStatements(
  reader: string,
  { stored, cluster }: WorkspaceDatabase,
): readonly Statement[] {
  const source = `${reader}.${hidden('source')}`
  const shown = (name: string): string => `${reader}.${cluster === null ? name : hidden(name)}`
  const ofAll =
    (name: string, own: string): Statement =>
    (on) =>
      `CREATE TABLE ${reader}.${name}${on} AS ${reader}.${own} ENGINE = ` +
      `Distributed(${literal(cluster ?? '')}, ${literal(reader.replaceAll('`', ''))}, ${literal(own.replaceAll('`', ''))})`
  const rows = [
    (on: string) => `CREATE TABLE ${source}${on} (timestamp DateTime64(3, 'UTC')) ENGINE = Null`,
    ...Object.entries(tables).map(
      ([name, columns]): Statement =>
        (on) =>
          `CREATE MATERIALIZED VIEW ${shown(name)}${on} TO ${stored}.${name} (${columns}) ${rights} AS SELECT timestamp FROM ${source}`,
    ),
    ...Object.entries(rowViews(stored)).map(([name, select]) => view(shown(name), select)),
  ]
  if (cluster === null)
    return [...rows, view(`${reader}.users_v1`, users(persons(stored), traitValues(stored)))]
  const names = [...Object.keys(tables), ...Object.keys(rowViews(stored))]
  const [people, values] = [hidden('all_persons'), hidden('all_traits')]
  return [
    ...rows,
    ...names.map((name) => ofAll(name, hidden(name))),
    view(`${reader}.${hidden('persons')}`, persons(stored)),
    view(`${reader}.${hidden('traits')}`, traitValues(stored)),
    ofAll(people, hidden('persons')),
    ofAll(values, hidden('traits')),
    view(
      `${reader}.users_v1`,
      users(allPersons(`${reader}.${people}`), allTraitValues(`${reader}.${values}`)),
    ),
  ]
}
