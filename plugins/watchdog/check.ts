import {
  findingOk,
  findingWarn,
  type CheckDefinition,
  type Finding,
  type LateStatement,
} from '../../contract/index.js'

/** Whether the storage engine runs statements past their limit. */
export const statementCheck: CheckDefinition = {
  name: 'statements',
  async run({ analytics, settings }) {
    if (analytics.statements === undefined) return []
    return [overdueFinding(await analytics.statements.late(), settings.statementOverdue)]
  },
}

/** On a server, other processes of the service may run statements; a freshly started engine runs none. */
export function overdueFinding(late: readonly LateStatement[], overdueMs: number): Finding {
  const overdue = late.filter(({ elapsedMs, limitMs }) => elapsedMs > limitMs + overdueMs)
  if (overdue.length === 0) return findingOk('statements', 'none is overdue')
  const each = overdue.map(
    ({ kind, account, workspace, elapsedMs }) =>
      `${kind} of ${workspace ?? 'an unknown workspace'} by ${account} for ${Math.round(elapsedMs / 1000)} s`,
  )
  return findingWarn(
    'statements',
    `${overdue.length} overdue: ${each.join(', ')}; restart the analytics server if they stay`,
  )
}
