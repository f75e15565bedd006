import { randomInt } from 'node:crypto'
import { loadRegistry } from '../../app/load-registry.js'
import {
  mapInputs,
  type AnalyticsStore,
  type OperatorDefinition,
  type OperatorNode,
  type Plugin,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { expand } from '../../core/run/expand.js'
import { builtInPlugins } from '../../plugins/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { law, newSeed, type Law } from './law.js'
import type { Suite } from './metric-laws.js'
import { needsFastCheck } from './needs-fast-check.js'
import type { OperatorGround } from './plans/operator-case.js'
import { withoutClock } from './without-clock.js'

export interface OperatorLawsOptions {
  /** The operator's name. */
  readonly operator: string
  /**
   * Returns a plan with the operator, of random rows and with random options. Its rows are compared, so persons in
   * them must be counted or grouped. Pure but for `random`.
   */
  readonly plan: (ground: OperatorGround) => Relation
  /** The plugins that declare it, beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
  /** Stores that have the operator's native forms, as testStorage() opens them. They are closed with the suite. */
  readonly stores?: readonly AnalyticsStore[]
  /** Data sets of 25 plans each; 8 by default. */
  readonly runs?: number
  /** A random one by default; every failure names it. */
  readonly seed?: number
}

type Operators = ReadonlyMap<string, OperatorDefinition>
const limits = { timeMs: 600_000, memoryBytes: 2_000_000_000, rows: 1_000_000 }

/**
 * The laws of an operator over random rows: its lowering is pure and yields the same rows on memory and on every store, and
 * so does its native form, which fits some of the plans. Throws if no plugin declares the operator. Needs the package
 * fast-check.
 */
export function operatorSuite({
  operator,
  plan,
  plugins = [],
  stores = [],
  runs = 8,
  seed = newSeed(),
}: OperatorLawsOptions): Suite {
  const { operators } = loadRegistry([...builtInPlugins, ...plugins])
  const definition = operators.get(operator)
  if (definition === undefined) throw new Error(`unknown operator ${operator}`)
  const memory = createMemoryStore()
  const caseOf = async (run: number) => {
    const { operatorCase } = await needsFastCheck(() => import('./plans/operator-case.js'))
    return operatorCase(seed + run, plan)
  }
  const plansOf = async (): Promise<readonly Relation[]> =>
    (await Promise.all(Array.from({ length: runs }, (_, run) => caseOf(run)))).flatMap(({ plans }) => plans)

  const lawsOf = (store: AnalyticsStore): readonly Law[] => [
    ...(store.native.has(operator)
      ? [
          law(
            `${operator}: its native form on ${store.engine} is used`,
            async () =>
              (await plansOf()).some((one) => nodesIn(expand(one, store, operators), operator).length > 0)
                ? null
                : 'it fits none of the random plans; vary their options',
            seed,
          ),
        ]
      : []),
    ...Array.from({ length: runs }, (_, run) =>
      law(
        `${operator}: ${store.engine} returns the rows of its lowering (data set ${run + 1} of ${runs})`,
        async () => difference({ ...(await caseOf(run)), memory, store, operator, operators }),
        seed + run,
      ),
    ),
  ]
  const pure = law(
    `${operator}: its lowering is pure`,
    async () =>
      impurity(
        (await plansOf()).flatMap((one) => nodesIn(one, operator)),
        definition,
      ),
    seed,
  )
  return {
    laws: [pure, ...[memory, ...stores].flatMap(lawsOf)],
    async close() {
      for (const store of stores) await store.close()
    },
  }
}

/** The nodes of the operator in a plan. */
function nodesIn(plan: Relation, operator: string): readonly OperatorNode[] {
  const found: OperatorNode[] = []
  const visit = (relation: Relation): Relation => {
    if (relation.kind === 'operator' && relation.operator === operator) found.push(relation)
    return mapInputs(relation, visit)
  }
  visit(plan)
  return found
}

function impurity(nodes: readonly OperatorNode[], { lower }: OperatorDefinition): string | null {
  if (nodes.length === 0) return 'no plan has a node of it'
  return withoutClock('lower() reads the clock or a random number', () => {
    for (const node of nodes) {
      const [given, first] = [JSON.stringify(node), JSON.stringify(lower(node))]
      if (JSON.stringify(lower(node)) !== first) return `two lowerings differ of ${given}`
      if (JSON.stringify(node) !== given) return `lower() changes its node ${given}`
    }
    return null
  })
}

interface Compared {
  readonly batch: Parameters<AnalyticsStore['append']>[1]
  readonly plans: readonly Relation[]
  readonly memory: AnalyticsStore
  readonly store: AnalyticsStore
  readonly operator: string
  readonly operators: Operators
}

/** Runs each plan with the native form and lowered, and compares both with everything lowered on memory. */
async function difference(compared: Compared): Promise<string | null> {
  const { batch, plans, memory, store, operator, operators } = compared
  const { sameRows } = await import('./plans/compare-rows.js')
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const others = new Set([...store.native].filter((name) => name !== operator))
  const forms = {
    native: store,
    lowered: { native: others, ...(store.fits && { fits: store.fits.bind(store) }) },
  }
  const rowsOf = (on: AnalyticsStore, plan: Relation): Promise<readonly Row[]> =>
    askStore(on, workspace, plan, limits)
  const places = new Set([memory, store])
  for (const place of places) await place.createWorkspace(workspace)
  try {
    for (const place of places) await place.append(workspace, batch)
    for (const plan of plans) {
      const expected = await rowsOf(memory, expand(plan, { native: new Set() }, operators))
      for (const [form, native] of Object.entries(forms)) {
        const wrong = sameRows(await rowsOf(store, expand(plan, native, operators)), expected)
        if (wrong !== null) return `${form}: ${wrong}\nplan: ${JSON.stringify(plan)}`
      }
    }
    return null
  } finally {
    for (const place of places) await place.dropWorkspace(workspace)
  }
}
