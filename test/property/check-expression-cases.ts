import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { clockOf } from '../../core/question/clock.js'
import { batchOf, event } from '../../storage-adapters/memory/test-store.js'
import { caseTime, expressionCases } from './expression-cases.js'
import { lowered, planOf } from './expressions.js'

const atOnce = 3
const limits = { timeMs: 60_000, memoryBytes: 2_000_000_000, rows: 100_000 }

/** Checks the cases worked by hand over these stores. */
export async function checkCases(t: Test, stores: Readonly<Record<string, AnalyticsStore>>): Promise<void> {
  for (const [name, store] of Object.entries(stores)) {
    const workspace = { id: `ws_cases_${name}`, number: randomInt(1, 2 ** 40) }
    await store.createWorkspace(workspace)
    t.teardown(() => store.dropWorkspace(workspace))
    const events = expressionCases.map(({ properties }, seq) =>
      event(seq, { properties, timestamp: caseTime }),
    )
    await store.append(workspace, batchOf({ events }))
    for (const [seq, { timezone = 'UTC', values }] of expressionCases.entries()) {
      const clock = clockOf(timezone, caseTime)
      const all = Object.entries(values)
      // Every value has three forms, and a storage bounds the length of a statement.
      for (let from = 0; from < all.length; from += atOnce) {
        const some = all.slice(from, from + atOnce)
        const known = some.map(([expression]) => lowered(expression, clock))
        const plan = planOf(known.filter((value) => value !== null))
        const rows = await askStore(store, workspace, plan, limits)
        const row = rows.find((one) => one['seq'] === seq) ?? {}
        for (const [index, [expression, expected]] of some.entries()) {
          const found = ['text', 'number', 'boolean'].map((form) => row[`${form}_${index}`] ?? null)
          const value = found.find((one) => one !== null) ?? null
          t.equal(value === 0 ? 0 : value, expected, `${expression} on ${name}`)
        }
      }
    }
  }
}
