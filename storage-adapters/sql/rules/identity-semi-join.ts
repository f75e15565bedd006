import { and, where, type Expr, type Relation } from '../../../core/contract/index.js'
import { deviceKey } from '../dialect.js'
import { isChoice, isIdentityFree, isMembership } from '../identity/identity-free.js'
import { linkedTerms } from '../identity/linked-terms.js'
import { areOfDevices, linkedDevices, semiJoin } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'

/**
 * Asks the links which devices count instead of resolving the person of every row: where a condition speaks of users
 * alone, where rows are joined with persons only to keep theirs, and where a page's groups choose the rows.
 *
 *     SELECT count() FROM events LEFT JOIN links USING (device) WHERE links.user_id = 'ada'
 *     SELECT count() FROM events WHERE device IN (SELECT device FROM links WHERE user_id = 'ada')
 *
 *     SELECT … FROM events … JOIN (SELECT person FROM members) AS m ON m.person = coalesce(links.actor, device)
 *     SELECT … FROM events WHERE device IN (SELECT coalesce(links.device, person) FROM members LEFT JOIN links …)
 */
export const identitySemiJoin: Rule<unknown> = {
  name: 'identity-semi-join',
  at: 'every-node',
  apply(node) {
    if (node.kind === 'where') return byLinks(node.input, node.condition)
    return node.kind === 'join' ? asSemiJoin(node) : null
  },
}

/** The rows that meet the condition, by their links where these tell it. */
export const whereLinked = (rows: Relation, condition: Expr): Relation =>
  byLinks(rows, condition) ?? where(rows, condition)

function byLinks(rows: Relation, condition: Expr): Relation | null {
  const { linked, others } = linkedTerms(condition)
  if (linked.length === 0 || !(areOfDevices(rows) || isIdentityFree(rows))) return null
  return linkedDevices(others.length === 0 ? rows : where(rows, and(...others)), linked)
}

function asSemiJoin(node: Extract<Relation, { kind: 'join' }>): Relation | null {
  const [key] = node.on
  const ofPersons = isMembership(node)
  const few = isChoice(node)
  if (key === undefined || !(ofPersons || few)) return null
  return semiJoin(node.left, node.right, {
    left: ofPersons ? deviceKey : key.left,
    right: key.right,
    few,
  })
}
