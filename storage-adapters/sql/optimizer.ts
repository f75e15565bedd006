import {
  columnsOf,
  mapInputs,
  PlanError,
  type Columns,
  type FiredRule,
  type Relation,
} from '../../contract/index.js'
import { isOwnColumn } from './identity/nodes.js'

/**
 * A named rewrite of a plan that changes its cost, not its answer. `Facts` is what an adapter knows about the
 * workspace and its engine; a rule reads nothing else, neither a clock nor SQL.
 */
export interface Rule<Facts> {
  readonly name: string
  /** Later rules or the compiler depend on this rule, so it cannot be left out. */
  readonly required?: true
  /** Whether `apply` is called for the plan's root only, or for every node from the root down. */
  readonly at: 'root' | 'every-node'
  /** Returns the rewritten node, or null if the rule does not apply to it. */
  apply(node: Relation, facts: Facts): Relation | null
}

/** The distinct names of the rules that can be left out. */
export const optionalRules = (
  ...lists: readonly (readonly { readonly name: string; readonly required?: true }[])[]
): readonly string[] => [
  ...new Set(lists.flat().flatMap(({ name, required }) => (required === true ? [] : [name]))),
]

/** A plan after the rules, and the rules that changed it, in order. */
export interface Optimized {
  readonly plan: Relation
  readonly fired: readonly FiredRule[]
}

/**
 * Applies the rules in order, each to the result of the previous one, except those named in `without`.
 * Required rules are always applied. Throws a PlanError that names the rule if one changes the plan's columns
 * or their types, and a PlanError if the rewritten plan is not well formed.
 */
export function optimize<Facts>(
  plan: Relation,
  rules: readonly Rule<Facts>[],
  facts: Facts,
  without: readonly string[] = [],
): Optimized {
  const fired: FiredRule[] = []
  let current = plan
  let columns: Columns | undefined
  for (const rule of rules) {
    if (rule.required !== true && without.includes(rule.name)) continue
    const next = applied(rule, current, facts)
    if (next === current) continue
    columns ??= columnsOf(plan)
    check(rule.name, columns, next)
    fired.push({ rule: rule.name, plan: next })
    current = next
  }
  return { plan: current, fired }
}

function applied<Facts>(rule: Rule<Facts>, plan: Relation, facts: Facts): Relation {
  if (rule.at === 'root') return rule.apply(plan, facts) ?? plan
  // A relation that occurs twice in the plan is rewritten once and remains shared.
  const done = new Map<Relation, Relation>()
  const visit = (node: Relation): Relation => {
    const known = done.get(node)
    if (known !== undefined) return known
    const result = mapInputs(rule.apply(node, facts) ?? node, visit)
    done.set(node, result)
    return result
  }
  return visit(plan)
}

function check(rule: string, before: Columns, plan: Relation): void {
  const after = columnsOf(plan)
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  for (const name of names)
    if (!isOwnColumn(name) && before[name] !== after[name])
      throw new PlanError(
        `rule ${rule} changed column ${name} from ${before[name] ?? 'none'} to ${after[name] ?? 'none'}`,
      )
}
