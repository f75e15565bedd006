import { columnsOf, mapInputs, PlanError, type Columns, type Relation } from '../../core/contract/index.js'
import { isOwnColumn } from './identity/nodes.js'

/**
 * One rewrite of a plan, by name. The answer stays the same; what it costs changes. `Facts` is what an adapter knows of
 * the workspace and of its engine: rules read nothing else, no clock and no SQL text.
 */
export interface Rule<Facts> {
  readonly name: string
  /** What follows reads its nodes, so that it cannot be left out. */
  readonly required?: true
  /** Whether `apply` sees the plan's root alone, or every node from the root down. */
  readonly at: 'root' | 'every-node'
  /** Returns the node in another form, or null if the rule does not fit it. */
  apply(node: Relation, facts: Facts): Relation | null
}

/** The names of the rules that can be left out, each once. */
export const optionalRules = (
  ...lists: readonly (readonly { readonly name: string; readonly required?: true }[])[]
): readonly string[] => [
  ...new Set(lists.flat().flatMap(({ name, required }) => (required === true ? [] : [name]))),
]

/** A plan after the rules, and which of them changed it, in order. */
export interface Optimized {
  readonly plan: Relation
  readonly fired: readonly FiredRule[]
}

export interface FiredRule {
  readonly rule: string
  /** The whole plan after the rule. */
  readonly plan: Relation
}

/**
 * Runs the rules in their order, each over the result of the one before, but for those that are to be left out. Throws PlanError naming the rule if one changes
 * the columns of the plan or their types, or leaves a plan that is not well formed.
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
  // A relation that stands in the plan twice stays one.
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
