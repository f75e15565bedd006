import { holdFunctions, run, space, triggerFunction, watchFunction } from '../triggered/functions.js'
import { mostAtOnce, noteDays } from './late.js'
import { addDays, daysTable, dropEmpty, marksOf, removeDays } from './tables.js'
import { daysView, orphans } from './view.js'

const all = (statements: readonly string[]): string => statements.map(run).join('\n  ')

/**
 * Removes the days of changed events, and adds those on which the device has events still. The trigger data_changed, which
 * fires first by its name, has locked the row of data_version until the commit, so all earlier changes are visible.
 */
function redone(changed: string): string {
  const days = marksOf(changed)
  const still = `${space}.events_v1 WHERE (day, device) IN (SELECT day, device FROM ${changed})`
  return all([
    removeDays(space, days, 'block', 'device'),
    addDays(space, still),
    dropEmpty(space, days, 'block', 'device'),
  ])
}

const bothEvents = `(SELECT day, device FROM gone UNION SELECT day, device FROM fresh) AS changed`

/**
 * Gives the rows of devices their person. The blocks are listed first, so that the rows are found by their key. An INSERT that
 * updates rows on conflict fires the triggers of both, perhaps without rows.
 */
const moved = (devices: string): string =>
  `IF NOT EXISTS (${devices}) THEN RETURN NULL; END IF;
  ` +
  run(`WITH RECURSIVE blocks AS (SELECT min(block) AS block FROM ${daysTable(space)} UNION ALL
      SELECT (SELECT min(block) FROM ${daysTable(space)} AS t WHERE t.block > b.block) FROM blocks AS b WHERE b.block IS NOT NULL)
    UPDATE ${daysTable(space)} AS d SET person = c.person
    FROM (SELECT c.device, coalesce(l.actor, c.device) AS person
      FROM (${devices}) AS c LEFT JOIN ${space}.device_links AS l ON l.device = c.device) AS c
      CROSS JOIN blocks AS b
    WHERE d.block = b.block AND d.device = c.device AND d.person <> c.person`)

const bothLinks = 'SELECT device FROM gone UNION SELECT device FROM fresh'

/** Adds the days of new events. Those of a large batch are noted, and counted later. */
const addedOrNoted = `IF (SELECT count(*) FROM (SELECT FROM fresh LIMIT ${mostAtOnce + 1}) AS few) > ${mostAtOnce} THEN
    ${run(noteDays(space))}
  ELSE
    ${run(addDays(space, 'fresh'))}
  END IF;`

const triggered = (name: string, body: string): string => triggerFunction(daysView, name, body)

/** A function that looks up by keys: for some thousand of many devices the planner would read the whole table. */
const byKeys = (name: string, body: string): string =>
  triggerFunction(daysView, name, body, ['enable_hashjoin = off', 'enable_mergejoin = off'])

/** The trigger functions. Every change of events or links changes the days in the same transaction. */
export const daysFunctions = `
${byKeys('days_added', addedOrNoted)}
${triggered('days_removed', redone('gone'))}
${triggered('days_changed', redone(bothEvents))}
${triggered('days_emptied', all([removeDays(space, orphans(space), 'block'), `DELETE FROM ${daysTable(space)} WHERE days = 0`]))}
${byKeys('days_linked', moved('SELECT device FROM fresh'))}
${byKeys('days_unlinked', moved('SELECT device FROM gone'))}
${byKeys('days_relinked', moved(bothLinks))}
${triggered('days_of_none', run(`UPDATE ${daysTable(space)} SET person = device WHERE person <> device`))}
${watchFunction(daysView.functions.watch, [
  ['days_added', 'INSERT', 'NEW TABLE AS fresh', 'days_added'],
  ['days_removed', 'DELETE', 'OLD TABLE AS gone', 'days_removed'],
  ['days_changed', 'UPDATE', 'OLD TABLE AS gone NEW TABLE AS fresh', 'days_changed'],
  ['days_emptied', 'TRUNCATE', null, 'days_emptied'],
])}
${watchFunction('watch_links', [
  ['days_linked', 'INSERT', 'NEW TABLE AS fresh', 'days_linked'],
  ['days_unlinked', 'DELETE', 'OLD TABLE AS gone', 'days_unlinked'],
  ['days_relinked', 'UPDATE', 'OLD TABLE AS gone NEW TABLE AS fresh', 'days_relinked'],
  ['days_of_none', 'TRUNCATE', null, 'days_of_none'],
])}
${holdFunctions(daysView)}`

/** The statement that creates the triggers on a workspace's links. */
export const watchLinks = (schema: string): string =>
  `SELECT sextant_functions.watch_links('${schema}.device_links', '${schema.replaceAll('"', '')}', false);`
