import {
  actorRows,
  aggregate,
  inZone,
  mapInputs,
  max,
  min,
  text,
  type Question,
  type Relation,
  type Row,
} from '../../contract/index.js'
import type { Span } from '../question/bins.js'
import { isOpen } from '../question/breakdown.js'
import { measuredQuestion, type BuiltQuestion } from '../question/question.js'

interface RunsPlans {
  rows(plan: Relation): Promise<readonly Row[]>
}

/**
 * Settles the bins of equal width and the dates of a breakdown, which depend on the values of the rows asked
 * about: those that `planOf` labels and whose actor counts. Other questions are returned as they are, without a query.
 */
export async function withBins(
  ask: RunsPlans,
  built: BuiltQuestion,
  planOf: (question: Question) => Relation,
): Promise<BuiltQuestion> {
  const { question, split } = built
  const open = split.filter(isOpen)
  if (open.length === 0 || question.breakdown === null || question.edges.length === 0) return built
  const rows = labelled(planOf({ ...question, breakdown: { ...question.breakdown, label: marker } }))
  if (rows === null) return built
  const measures = open.flatMap(
    ({ value }, index) =>
      [
        [`least_${index}`, min(value)],
        [`greatest_${index}`, max(value)],
      ] as const,
  )
  const counted = actorRows(rows, question.actor)
  const spans = aggregate(counted, {}, Object.fromEntries(measures))
  const [row = {}] = await ask.rows(inZone(spans, question.timezone))
  return measuredQuestion(
    built,
    open.map((_, index) => spanIn(row, index)),
  )
}

function spanIn(row: Row, index: number): Span | null {
  const [least, greatest] = [row[`least_${index}`], row[`greatest_${index}`]]
  return typeof least === 'number' && typeof greatest === 'number' ? { least, greatest } : null
}

/** Stands for the label in a plan, to find the rows that are labelled. */
const marker = text('')

function labelled(plan: Relation): Relation | null {
  let found: Relation | null = null
  const seen = new Set<Relation>()
  const visit = (node: Relation): Relation => {
    if (seen.has(node) || found !== null) return node
    seen.add(node)
    if (node.kind === 'derive' && node.columns['label'] === marker) found = node.input
    else mapInputs(node, visit)
    return node
  }
  visit(plan)
  return found
}
