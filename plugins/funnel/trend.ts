import {
  aggregate,
  bySize,
  choose,
  column,
  compare,
  count,
  finite,
  keptLabels,
  number,
  pointsOf,
  sequence,
  sum,
  summary,
  withDimension,
  type Point,
  type QueryDefinition,
  type Row,
  type SeriesLine,
} from '../../contract/index.js'
import { askFunnel } from './asked.js'
import { trendBody } from './body.js'
import { TrendAnswer } from './shapes.js'
import { rate } from './steps.js'

/** POST /funnels/trend: conversion over time. */
export const funnelTrend: QueryDefinition<typeof trendBody, typeof TrendAnswer> = {
  key: 'funnels_trend',
  tag: 'Funnels',
  path: 'funnels/trend',
  summary: 'Conversion of the persons who enter a funnel in each bucket',
  input: trendBody,
  response: TrendAnswer,
  figures: true,
  async run(ask, body) {
    const { question, labels, events, options, names } = await askFunnel(ask, body)
    const { breakdown, edges } = question
    const split = breakdown !== null
    const runs = sequence(events, { ...options, edges, lastOnly: !split })
    const whole = choose(
      [{ when: compare('gte', column('depth'), number(names.length)), then: number(1) }],
      number(0),
    )
    const entries = aggregate(
      split ? withDimension(runs, keptLabels(runs, breakdown)) : runs,
      { bucket: column('bucket'), ...(split ? { dimension: column('dimension') } : {}) },
      { entered: count(), converted: sum(whole) },
    )
    const rows = edges.length === 0 ? [] : await ask.rows(entries)
    return { data: dataOf(labels, linesOf(rows, split, breakdown?.order), breakdown?.fields) }
  },
}

interface Entries {
  readonly entered: number
  readonly converted: number
}

type Lines = ReadonlyMap<string | null, ReadonlyMap<number, Entries>>

const none: Entries = { entered: 0, converted: 0 }

const together = (all: Iterable<Entries>): Entries =>
  [...all].reduce(
    (total, { entered, converted }) => ({
      entered: total.entered + entered,
      converted: total.converted + converted,
    }),
    none,
  )

/** Entries by dimension, in the breakdown's order, or those with the most first, then by name. */
function linesOf(rows: readonly Row[], split: boolean, order: readonly string[] | undefined): Lines {
  const lines = new Map<string | null, Map<number, Entries>>(split ? [] : [[null, new Map()]])
  for (const row of rows) {
    const name = split ? (row['dimension'] as string) : null
    const line = lines.get(name) ?? new Map<number, Entries>()
    line.set(finite(row['bucket']), { entered: finite(row['entered']), converted: finite(row['converted']) })
    lines.set(name, line)
  }
  const size = (line: ReadonlyMap<number, Entries>): number => together(line.values()).entered
  const compare = bySize(order)
  return new Map([...lines].sort(([a, one], [b, other]) => compare([a, size(one)], [b, size(other)])))
}

type TrendPoint = Point & Entries

interface TrendData {
  readonly points: readonly TrendPoint[]
  readonly total: number
  readonly min: number
  readonly max: number
  readonly avg: number
}

function dataOf(labels: readonly string[], lines: Lines, fields: number | undefined): TrendData {
  const rates = [...lines].map(([name, line]): [string | null, SeriesLine] => {
    const values = [...line].map(
      ([bucket, { entered, converted }]) => [bucket, rate(converted, entered)] as const,
    )
    return [name, { total: 0, values: new Map(values) }]
  })
  const all = [...lines.values()]
  const series = { labels, lines: new Map(rates), sparse: false, ...(fields !== undefined && { fields }) }
  const points = pointsOf(series).map((point, index) => {
    const entries = all[index % all.length]?.get(Math.floor(index / all.length)) ?? none
    return { ...point, ...entries }
  })
  const { entered, converted } = together(all.flatMap((line) => [...line.values()]))
  return { points, ...summary(points, rate(converted, entered)) }
}
