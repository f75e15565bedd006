import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  builtInOperators,
  type Expr,
  type Measure,
  type Relation,
  type WindowFunction,
} from '../../contract/index.js'

/** A record must name every member of the union, so the compiler keeps these lists complete. */
type Every<Kind extends string> = Readonly<Record<Kind, true>>

const relations: Every<Relation['kind']> = {
  scan: true,
  where: true,
  derive: true,
  select: true,
  aggregate: true,
  window: true,
  join: true,
  union: true,
  spine: true,
  sort: true,
  operator: true,
}

const expressions: Every<Expr['kind']> = {
  column: true,
  property: true,
  literal: true,
  bucket: true,
  lookup: true,
  compare: true,
  in: true,
  match: true,
  and: true,
  or: true,
  not: true,
  missing: true,
  case: true,
  math: true,
  coalesce: true,
  'parse-time': true,
  call: true,
  calculated: true,
  bin: true,
  tuple: true,
}

const measures: Every<Measure['kind']> = {
  count: true,
  'count-distinct': true,
  sum: true,
  avg: true,
  min: true,
  max: true,
  quantile: true,
  first: true,
  last: true,
}

const windowFunctions: Every<WindowFunction['kind']> = {
  next: true,
  'running-sum': true,
  total: true,
  'min-before': true,
}

t.test('docs/operators.md has a paragraph for every node kind, and for nothing else', (t) => {
  const page = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8')
  const sections = page.split(/^## /m).map((section) => ({
    title: section.split('\n', 1)[0],
    kinds: [...section.matchAll(/^### (.+)$/gm)].flatMap((heading) => (heading[1] ?? '').split(', ')),
  }))
  const kindsUnder = (title: string): readonly string[] | undefined =>
    sections.find((section) => section.title === title)?.kinds
  t.same(kindsUnder('Relations'), Object.keys(relations))
  t.same(kindsUnder('Expressions'), Object.keys(expressions))
  t.same(kindsUnder('Measures'), Object.keys(measures))
  t.same(kindsUnder('Window functions'), Object.keys(windowFunctions))
  t.same(
    kindsUnder('Operators'),
    builtInOperators.map((operator) => operator.name),
  )
  t.end()
})
