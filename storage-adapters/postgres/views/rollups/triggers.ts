import { holdFunctions, run, space, triggerFunction, watchFunction } from '../triggered/functions.js'
import type { TriggeredView } from '../triggered/view.js'
import { groupsOf, keysOf, rollups, tableOf, type Rollup } from './tables.js'

const all = (statement: (rollup: Rollup) => string): string =>
  rollups.map((rollup) => run(statement(rollup))).join('\n  ')

const added = (rollup: Rollup): string =>
  `INSERT INTO ${tableOf(space, rollup)} AS old ${groupsOf(rollup, 'fresh')}
    ON CONFLICT (${keysOf(rollup).join(', ')}) DO UPDATE SET rows = old.rows + excluded.rows,
    first = least(old.first, excluded.first), last = greatest(old.last, excluded.last)`

/**
 * Counts groups again that have lost events, as their first and last times may be those of lost ones. The
 * trigger data_changed, which fires first by its name, has locked the row of data_version until the commit.
 * So all earlier transactions have ended, and their changes are visible.
 *
 *     DELETE FROM events WHERE …       day 5, event buy: 2 of 10 rows
 *     DELETE FROM event_days WHERE (day, event_name) IN ((5, buy))
 *     INSERT INTO event_days SELECT day, event_name, count(*) … FROM events WHERE (day, event_name) IN ((5, buy)) …
 */
const redone = (changed: string): string =>
  rollups
    .flatMap((rollup) => {
      const key = `(day, ${rollup.redone}) IN (SELECT day, ${rollup.redone} FROM ${changed})`
      return [
        run(`DELETE FROM ${tableOf(space, rollup)} WHERE ${key}`),
        run(`INSERT INTO ${tableOf(space, rollup)} ${groupsOf(rollup, `${space}.events_v1 WHERE ${key}`)}`),
      ]
    })
    .join('\n  ')

/** A SELECT of the days for which the rollup has rows and the events have none. */
const orphans = (rollup: Rollup, schema: string): string =>
  `SELECT day FROM (SELECT DISTINCT day FROM ${tableOf(schema, rollup)}) AS d
    WHERE NOT EXISTS (SELECT FROM ${schema}.events_v1 AS e WHERE e.day = d.day)`

/** All rollups together are one view: the same triggers maintain them. */
export const rollupView: TriggeredView = {
  names: rollups.map(({ name }) => name),
  title: 'rollups',
  parts: 'rolled_parts',
  functions: { watch: 'watch_events', hold: 'rollups_hold', ask: 'ask_rollups' },
  lock: 0x5e89,
  clear: (schema, { from, to }) =>
    rollups
      .map((rollup) => `DELETE FROM ${tableOf(schema, rollup)} WHERE day >= '${from}' AND day < '${to}';`)
      .join('\n'),
  orphans: (schema) => rollups.map((rollup) => orphans(rollup, schema)),
  async count(client, schema, day) {
    for (const rollup of rollups) {
      await client.query(`DELETE FROM ${tableOf(schema, rollup)} WHERE day = $1::date`, [day])
      await client.query(
        `INSERT INTO ${tableOf(schema, rollup)} ${groupsOf(rollup, `${schema}.events_v1 WHERE day = $1::date`)}`,
        [day],
      )
    }
  },
}

const both = `(SELECT day, event_name, device FROM gone UNION SELECT day, event_name, device FROM fresh) AS changed`

/**
 * The trigger functions. Every change of events, by this service, an older one or an operator, changes the
 * rollups in the same transaction.
 */
export const rollupFunctions = `
${triggerFunction(rollupView, 'roll_added', all(added))}
${triggerFunction(rollupView, 'roll_removed', redone('gone'))}
${triggerFunction(rollupView, 'roll_changed', redone(both))}
${triggerFunction(
  rollupView,
  'roll_emptied',
  all((rollup) => `DELETE FROM ${tableOf(space, rollup)} WHERE day IN (${orphans(rollup, space)})`),
)}
${watchFunction(rollupView.functions.watch, [
  ['rolled_added', 'INSERT', 'NEW TABLE AS fresh', 'roll_added'],
  ['rolled_removed', 'DELETE', 'OLD TABLE AS gone', 'roll_removed'],
  ['rolled_changed', 'UPDATE', 'OLD TABLE AS gone NEW TABLE AS fresh', 'roll_changed'],
  ['rolled_emptied', 'TRUNCATE', null, 'roll_emptied'],
])}
${holdFunctions(rollupView)}`
