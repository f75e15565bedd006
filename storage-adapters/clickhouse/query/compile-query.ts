import {
  columnsOf,
  type Columns,
  type CompiledQuery,
  type Relation,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { compileStatement } from '../../sql/compile.js'
import { countsByDimensionOperator } from '../../sql/counts-by-dimension.js'
import type { Dialect } from '../../sql/dialect.js'
import { optimize, type Optimized } from '../../sql/optimizer.js'
import type { ReadProperties } from '../../sql/promoted/ask.js'
import { nothingPromoted, storedKeysIn, type PromotedNames } from '../../sql/promoted/columns.js'
import { joinToSemiJoin } from '../../sql/rules/join-to-semi-join.js'
import { readPromotedColumns } from '../../sql/rules/read-promoted-columns.js'
import { resolveScans } from '../../sql/rules/resolve-persons.js'
import type { RollupSet } from '../../sql/views/operator.js'
import { databaseOf, shardsOf } from '../cluster/database.js'
import {
  snapshotName,
  type ActivitySnapshot,
  type SnapshotForm,
  type SnapshotForms,
} from '../views/activity-snapshot/snapshot.js'
import type { SessionForms } from '../views/activity-snapshot/sessions.js'
import { byMap } from '../views/person-map/resolve.js'
import type { PersonForms, PersonMap } from '../views/person-map/map.js'
import { deviceSlots } from '../views/rollups/tables.js'
import type { BranchForms } from './branch-forms.js'
import { clickhouseDialect } from './dialect.js'
import { compileCountsByGroups } from './counts-by-dimension.js'
import { createParameters } from './parameters.js'
import { breakdownToLists } from './rules/breakdown-to-lists.js'
import { branchesOf, chooseBranch, type BranchFacts } from './rules/choose-branch.js'
import { clickhouseFacts, clickhouseRules } from './rules/index.js'
import { endsBySlot } from './rules/ends-by-slot.js'
import { labelsToPositions } from './rules/labels-to-positions.js'
import { matchedBits, matchSnapshot } from './rules/match-snapshot.js'
import { narrowHistory } from './rules/narrow-history.js'
import { scanSource } from './scan.js'

/** The facts that a plan is compiled by. */
export interface CompileOptions {
  /** The name of the cluster; null by default, for a single server. */
  readonly cluster?: string | null
  /** The views that may answer; none by default. */
  readonly views?: RollupSet | null
  /** The snapshot that may answer as well; none by default. */
  readonly snapshot?: ActivitySnapshot | null
  /** The map of persons that may be joined instead of the links; none by default. */
  readonly persons?: PersonMap | null
  /** Names of rules to skip. */
  readonly withoutRules?: readonly string[]
  /** The properties with typed columns; none by default. */
  readonly promoted?: PromotedNames | undefined
  /** ClickHouse's, by default without the native forms of plugins. */
  readonly dialect?: Dialect
}

/** A statement and the data to run it. */
export interface ClickHouseQuery extends CompiledQuery {
  readonly properties: ReadProperties
  /** The statements that answer it from the snapshot, or null if the snapshot cannot. */
  readonly snapshot: SnapshotForms | null
  /** The statements that answer it with persons from the map, or null if it resolves none. */
  readonly persons: PersonForms | null
  /** The statements that answer it with the snapshot's sessions of several days, or null if it has none. */
  readonly sessions: SessionForms | null
  /** Compiles the statement that answers if this one finds too many keys, or several values at one instant; null if it cannot fail so. */
  readonly byGroups: (() => ClickHouseQuery) | null
  /** The statements of which one answers, by what another statement finds; null if this one answers. */
  readonly branches: BranchForms<ClickHouseQuery> | null
}

/**
 * Compiles a plan into a statement, after this adapter's rules. Pure: equal plans and options give equal
 * statements.
 */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  options: CompileOptions = {},
): ClickHouseQuery {
  const {
    cluster = null,
    views = null,
    snapshot = null,
    promoted = nothingPromoted,
    withoutRules = [],
  } = options
  const facts = { ...clickhouseFacts(cluster, null), views, promoted, sessions: null }
  const optimizedWithout = (rules: readonly string[]): Optimized =>
    optimize(asked, clickhouseRules, facts, [...withoutRules, ...rules])
  const optimized = optimizedWithout([])
  const columns = columnsOf(asked)
  const byLinks = statementOf(workspace, optimized, columns, options, optimizedWithout)
  const query = {
    ...byLinks,
    persons: personForms(asked, byLinks, facts, options),
    sessions: sessionForms(asked, byLinks, facts, options),
    branches: branchForms(workspace, asked, facts, options),
  }
  if (views === null || snapshot === null || withoutRules.includes(matchSnapshot.name)) return query
  if (query.reads?.includes(deviceSlots.name) !== true) return query
  const held = options.persons?.generation === snapshot.generation && options.persons.held
  const statement = (form: SnapshotForm): ClickHouseQuery =>
    statementOf(workspace, matched(optimized, { snapshot, held, form }), columns, options, (rules) =>
      matched(optimizedWithout(rules), { snapshot, held, form }),
    )
  const whole = statement('whole')
  if (whole.reads?.includes(snapshotName) !== true) return query
  const bits = matchedBits(whole.fired?.at(-1)?.plan ?? asked)
  const { generation } = views
  const [newer, changed] = [whenAsked(() => statement('newer')), whenAsked(() => statement('changed'))]
  return { ...query, snapshot: { snapshot, generation, asked: bits, whole, newer, changed } }
}

type Facts = Parameters<(typeof clickhouseRules)[number]['apply']>[1]

/** Compiles the branches of which one may answer by itself; null if the plan has none. */
function branchForms(
  workspace: WorkspaceRef,
  asked: Relation,
  facts: Facts,
  options: CompileOptions,
): BranchForms<ClickHouseQuery> | null {
  const { withoutRules = [] } = options
  const found = withoutRules.includes(chooseBranch.name) ? null : branchesOf(asked)
  if (found === null) return null
  const compiled = (plan: Relation, fired: Optimized['fired']): ClickHouseQuery => {
    const optimizedWithout = (rules: readonly string[]): Optimized => {
      const rest = optimize(plan, clickhouseRules, facts, [...withoutRules, ...rules])
      return { plan: rest.plan, fired: [...fired, ...rest.fired] }
    }
    return statementOf(workspace, optimizedWithout([]), columnsOf(plan), options, optimizedWithout)
  }
  const chosen = (by: BranchFacts): ClickHouseQuery => {
    const { plan, fired } = optimize(asked, [chooseBranch], by)
    return compiled(plan, fired)
  }
  const branches = [...found.branches.keys()]
  const guesses = [...found.guesses.keys()]
  return {
    values: { ...compiled(found.values, []), purpose: 'which branches have rows' },
    of: new Map(branches.map((branch) => [branch, chosen({ branch })] as const)),
    guesses: new Map(
      guesses.map((branch) => [branch, whenAsked(() => chosen({ branch, isGuess: true }))] as const),
    ),
  }
}

/** Compiles the forms that join the map of persons; null without a map, and if the plan resolves no persons. */
function personForms(
  asked: Relation,
  byLinks: ClickHouseQuery,
  facts: Facts,
  { persons: map = null, ...options }: CompileOptions,
): PersonForms | null {
  const { workspace, rules = [] } = byLinks
  if (map === null || !rules.includes(resolveScans.name)) return null
  const { withoutRules = [] } = options
  const optimizedWithout = (rules: readonly string[]): Optimized =>
    optimize(asked, clickhouseRules, { ...facts, mapped: map.mapped }, [...withoutRules, ...rules])
  const optimized = whenAsked(() => optimizedWithout([]))
  const form = (late: boolean): (() => ClickHouseQuery | null) =>
    whenAsked(() => {
      const { dialect, isWhole } = byMap(options.dialect ?? clickhouseDialect, { map, late })
      const query = statementOf(
        workspace,
        optimized(),
        columnsOf(asked),
        { ...options, dialect },
        optimizedWithout,
      )
      const { byGroups } = query
      // Keys of the map must not be compared with those of links, so the other statement must read the map alone, too.
      if (!isWhole() || byGroups === null) return isWhole() ? query : null
      const orByLinks = (): ClickHouseQuery => {
        const wide = byGroups()
        return isWhole() ? wide : (byLinks.byGroups?.() ?? byLinks)
      }
      return { ...query, byGroups: whenAsked(orByLinks) }
    })
  return { map, whole: form(false), late: form(true) }
}

/** Compiles the forms that look up the snapshot's sessions of several days; null without them, and if the plan looks up no keys. */
function sessionForms(
  asked: Relation,
  { workspace, rules = [] }: ClickHouseQuery,
  facts: Facts,
  options: CompileOptions,
): SessionForms | null {
  const { views = null, snapshot = null, withoutRules = [] } = options
  if (views === null || snapshot === null || !rules.includes(joinToSemiJoin.name)) return null
  const form = (late: boolean): (() => ClickHouseQuery | null) =>
    whenAsked(() => {
      const sessions = {
        generation: snapshot.generation,
        rollup: views.generation,
        known: snapshot.parts.events,
        late,
      }
      const optimizedWithout = (rules: readonly string[]): Optimized =>
        optimize(asked, clickhouseRules, { ...facts, sessions }, [...withoutRules, ...rules])
      const optimized = optimizedWithout([])
      if (!optimized.fired.some(({ rule }) => rule === narrowHistory.name)) return null
      return statementOf(workspace, optimized, columnsOf(asked), options, optimizedWithout)
    })
  return { snapshot, whole: form(false), late: form(true) }
}

/** Compiles a statement when it is first asked for: most are of values that are never the last one. */
function whenAsked<T>(compile: () => T): () => T {
  let made: { readonly query: T } | null = null
  return () => (made ??= { query: compile() }).query
}

/** Matches an optimized plan with the snapshot. */
function matched({ plan, fired }: Optimized, facts: Parameters<typeof matchSnapshot.apply>[1]): Optimized {
  const last = optimize(plan, [matchSnapshot], facts)
  return { plan: last.plan, fired: [...fired, ...last.fired] }
}

/** The rules whose statements fail over some data, such as too many labels: another one answers then (or-by-groups.ts). */
const limited: readonly string[] = [breakdownToLists.name, labelsToPositions.name, endsBySlot.name]
/** Those of them that are left out then; the operator of the other one has a second form. */
const leftOut: readonly string[] = [labelsToPositions.name, endsBySlot.name]
const unlimited: Dialect['operators'] = { [countsByDimensionOperator]: compileCountsByGroups }

function statementOf(
  workspace: WorkspaceRef,
  { plan, fired }: Optimized,
  columns: Columns,
  options: CompileOptions,
  /** Applies the rules to the same plan without those left out; null if this is the statement without them. */
  without: ((rules: readonly string[]) => Optimized) | null,
): ClickHouseQuery {
  const { cluster = null, dialect: base = clickhouseDialect } = options
  const parameters = createParameters()
  const database = databaseOf(workspace, cluster)
  const keys = new Set<string>()
  const dialect: Dialect = {
    ...base,
    scan(scan, needed, scope) {
      for (const key of storedKeysIn(scan.source, needed)) keys.add(key)
      return scanSource(scan, needed, scope)
    },
    ...(without === null && { operators: { ...base.operators, ...unlimited } }),
  }
  const statement = compileStatement(plan, columns, dialect, database.name, parameters, shardsOf(database))
  const rules = fired.map(({ rule }) => rule)
  return {
    workspace,
    ...statement,
    parameters: parameters.values,
    columns,
    rules,
    fired,
    properties: { keys: [...keys], promoted: rules.includes(readPromotedColumns.name) },
    snapshot: null,
    persons: null,
    sessions: null,
    byGroups:
      without !== null && limited.some((rule) => rules.includes(rule))
        ? whenAsked(() => statementOf(workspace, without(leftOut), columns, options, null))
        : null,
    branches: null,
  }
}
