import { randomInt } from 'node:crypto'
import type { Test } from 'tap'
import type { AnalyticsStore, ExpressionValue, Row } from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { clockOf } from '../../core/question/clock.js'
import { batchOf, event } from '../../storage-adapters/memory/test-store.js'
import { testStores } from '../support/stores.js'
import { drawing, eventParts, expressionOf, forms, lowered, planOf } from './expressions.js'

const limits = { timeMs: 60_000, memoryBytes: 2_000_000_000, rows: 100_000 }
const rows = 60
/** More, and longer ones, would be too long for ClickHouse in one statement. */
const perPlan = 5
const longest = 8_000
const lengthOf = (value: ExpressionValue): number => JSON.stringify(planOf([value])).length
const kinds = ['text', 'number', 'boolean', 'any'] as const

interface Known {
  readonly expression: string
  readonly value: ExpressionValue
}

/** Checks that every store gives random expressions over random events the same values. */
export async function checkExpressions(t: Test, seed: number, count: number): Promise<void> {
  const { memory, clickhouse, postgres, duckdb, close } = await testStores()
  t.teardown(close)
  const draw = drawing(seed)
  const workspace = { id: `ws_expressions_${seed}`, number: randomInt(1, 2 ** 40) }
  const events = Array.from({ length: rows }, (_, seq) => {
    const { properties, country, referrer } = eventParts(draw)
    const timestamp = Date.UTC(1969 + draw(57), draw(12), 1 + draw(28)) + draw(86_400_000)
    const context = { ...(country !== null && { country }), ...(referrer !== null && { referrer }) }
    return event(seq, { properties, context, timestamp })
  })
  const engines = { clickhouse, postgres, duckdb }
  for (const store of [memory, ...Object.values(engines)]) {
    await store.createWorkspace(workspace)
    t.teardown(() => store.dropWorkspace(workspace))
    await store.append(workspace, batchOf({ events }))
  }
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu']
  let checked = 0
  let withValue = 0
  while (checked < count) {
    const clock = clockOf(zones[draw(zones.length)] ?? 'UTC', Date.UTC(2026, 0, 1))
    const drawn = Array.from({ length: perPlan }, () =>
      expressionOf(draw, kinds[draw(kinds.length)] ?? 'any', 1 + draw(4)),
    )
    const known = drawn.flatMap((expression) => {
      const value = lowered(expression, clock)
      return value === null || lengthOf(value) > longest ? [] : [{ expression, value }]
    })
    const read = async (store: AnalyticsStore, some: readonly Known[]): Promise<readonly Row[]> => {
      const found = await askStore(store, workspace, planOf(some.map(({ value }) => value)), limits)
      return found.toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    }
    const compare = async (name: string, store: AnalyticsStore, some: readonly Known[]): Promise<void> => {
      const expected = await read(memory, some)
      const found = await read(store, some).catch((error: unknown) => String(error))
      if (typeof found === 'string') {
        // Several that fit a statement each may be too long together.
        if (some.length > 1 && found.includes('too long')) {
          for (const one of some) await compare(name, store, [one])
          return
        }
        const expressions = some.map(({ expression }) => expression)
        t.fail(`PROPERTY_SEED=${seed} ${name}: ${found}`, { expressions })
        return
      }
      for (const [index, { expression }] of some.entries())
        for (const form of forms) {
          const key = `${form}_${index}`
          const wrong = expected.findIndex((row, at) => !same(row[key], found[at]?.[key]))
          if (wrong !== -1)
            t.fail(`PROPERTY_SEED=${seed} ${name}: ${form} of ${expression}`, {
              row: events[wrong],
              expected: expected[wrong]?.[key],
              found: found[wrong]?.[key],
            })
        }
    }
    for (const [name, store] of Object.entries(engines)) await compare(name, store, known)
    const expected = await read(memory, known)
    withValue += known.filter((_, index) => expected.some((row) => row[`label_${index}`] !== null)).length
    checked += known.length
  }
  t.ok(withValue > checked / 2, `${withValue} of ${checked} expressions have values`)
}

/** 0 and −0 are one number. */
const same = (a: unknown, b: unknown): boolean => a === b
