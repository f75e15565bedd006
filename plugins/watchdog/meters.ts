import type { Meters } from '../../contract/index.js'
import type { OverdueObserver } from './watchdog.js'

/** The metrics of overdue statements. */
export function overdueMeters(meters: Meters): OverdueObserver {
  const overdue = meters.gauge({
    name: 'sextant_statements_overdue',
    help: 'Statements that the analytics engine was still running past their time limit and STATEMENT_OVERDUE at the last check.',
  })
  const ended = meters.counter({
    name: 'sextant_statements_ended_total',
    help: 'Overdue statements by what ended them: a cancel, the end of their connection, or a restart of the engine.',
    labels: ['how'],
  })
  for (const how of ['cancel', 'terminate', 'restart']) ended.increment({ how }, 0)
  return {
    overdue: (count) => overdue.set(count),
    statementEnded: (how) => ended.increment({ how }),
  }
}
