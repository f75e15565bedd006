import { and, where, type Expr, type Relation } from '../../../contract/index.js'
import { deviceKey } from '../dialect.js'
import { isChoice, isIdentityFree, isMembership } from '../identity/identity-free.js'
import { linkedTerms } from '../identity/linked-terms.js'
import { areOfDevices, linkedDevices, semiJoin } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'

/**
 * Looks up the matching devices in the links instead of resolving the person of every row. It applies to a
 * condition on users alone, to a join that only filters rows by person, and to a join that only filters them
 * by the groups of a page.
 *
 *     SELECT count() FROM events LEFT JOIN links USING (device) WHERE links.user_id = 'ada'
 *     SELECT count() FROM events WHERE device IN (SELECT device FROM links WHERE user_id = 'ada')
 *
 *     SELECT … FROM events LEFT JOIN links USING (device) JOIN members ON person = coalesce(links.actor, device)
 *     SELECT … FROM events WHERE device IN
 *       (SELECT coalesce(links.device, person) FROM members LEFT JOIN links ON person = links.actor)
 *
 *     SELECT … FROM events JOIN page ON events.session = page.session
 *     SELECT … FROM events WHERE session IN (SELECT session FROM page)
 */
export const identitySemiJoin: Rule<unknown> = {
  name: 'identity-semi-join',
  at: 'every-node',
  apply(node) {
    if (node.kind === 'where') return byLinks(node.input, node.condition)
    return node.kind === 'join' ? asSemiJoin(node) : null
  },
}

/**
 * The rows that meet the condition; terms on users alone are looked up in the links, if the rows allow it.
 */
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
