import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import * as plan from '../../contract/index.js'
import type { AnalyticsStore, Batch, Relation, Row, WorkspaceRef } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { choicesFrom, tape } from '../kit/plans/choices.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { batches, coarse } from './rollup-plans.js'
import { failureOf, fixedSeed } from './seeded.js'
import { patience } from '../support/patience.js'
import { askStore, compileNow } from '../../core/run/ask-store.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000_000 }

const fixedRuns = 8

const memory = createMemoryStore()

interface Stores {
  readonly on: AnalyticsStore
  /** The same data without rollups. */
  readonly off: AnalyticsStore
  /** A substring of statements that read rollups. */
  readonly mark: string
  /** At least this share of the plans of the fixed cases is answered from rollups. */
  readonly share: number
  /** Derives data from the first rows, while others are still to come. */
  readonly keep?: (workspace: WorkspaceRef) => Promise<void>
  /** Merges the rows that are stored; others are still to come. */
  readonly merge?: (workspace: WorkspaceRef) => Promise<void>
}

/**
 * Views return the same as the base rows and as memory, over random data in several batches with late
 * links. `afterFixed` runs after the cases that are the same in every run.
 */
export async function rollupsHold(
  t: Test,
  stores: Stores,
  runs: number,
  afterFixed: () => void = () => undefined,
): Promise<void> {
  let [plans, rolled] = [0, 0]
  const property = fc.asyncProperty(
    batches,
    fc.array(tape(), { minLength: 10, maxLength: 30, size: 'max' }),
    async (data, tapes) => {
      const asked = tapes.map((numbers) => coarse(choicesFrom(numbers)))
      plans += asked.length
      await compare(stores, data, asked, () => rolled++)
    },
  )
  t.equal(await failureOf(property, fixedRuns, fixedSeed), null)
  t.ok(rolled > plans * stores.share, `${rolled} of ${plans} plans were answered from rollups`)
  t.ok(rolled < plans, 'and some from the rows')
  afterFixed()
  t.equal(await failureOf(property, runs), null)
}

async function compare(
  { on, off, mark, keep, merge }: Stores,
  data: readonly Batch[],
  asked: readonly Relation[],
  count: () => void,
): Promise<void> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await Promise.all([memory, on].map((store) => store.createWorkspace(workspace)))
  try {
    for (const [place, batch] of data.entries()) {
      await Promise.all([memory, on].map((store) => store.append(workspace, batch)))
      if (place === 0) await keep?.(workspace)
      if (place === 1 && batch.events.length % 2 === 0) await merge?.(workspace)
    }
    const reports = await on.views?.check(workspace)
    if (reports?.some(({ built, differs }) => built < 1 || differs.length > 0) !== false)
      throw new Error(`check: ${JSON.stringify(reports)}`)
    for (const relation of asked) {
      const ask = (store: AnalyticsStore): Promise<readonly Row[]> =>
        askStore(store, workspace, expand(relation, store, operators), limits)
      const known = await compileNow(on, workspace, expand(relation, on, operators))
      if (known.text.includes(mark)) count()
      const expected = await ask(memory)
      for (const store of [on, off]) {
        const wrong = await ask(store).then(
          (found) => sameRows(found, expected, { ordered: false }),
          (error: unknown) => `${String(error)} ${String((error as Error).cause)}`,
        )
        if (wrong !== null)
          throw new Error(`${store === on ? 'on' : 'off'}: ${wrong} plan: ${JSON.stringify(relation)}`)
      }
    }
  } finally {
    await Promise.all([memory, on].map((store) => store.dropWorkspace(workspace)))
  }
}

const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))

/** Builds the views again, and waits until they are whole. */
export async function rebuilt({ views }: AnalyticsStore, workspace: WorkspaceRef): Promise<void> {
  await views?.rebuild(workspace)
  while ((await views?.check(workspace))?.some(({ built }) => built < 1) === true) await pause(50)
}
