import Type from 'typebox'
import {
  byBytes,
  invalid,
  named,
  ServiceError,
  type ErrorCode,
  type Series,
  type QueryDefinition,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { changeOf, fieldChange, type Change, type FieldChange, type RankedField } from './field-change.js'
import { fieldFinder } from './field-finder.js'
import { inTurns } from './in-turns.js'
import { input, mostFields, type ExplainChangeInput } from './input.js'
import { hasOther, labelsOf, mostLabels, pairAsker, type Pair, type PairAsker, type Split } from './pairs.js'
import { inParts } from './parts.js'
import { checkRanges } from './ranges.js'

const change = {
  before: Type.Number(),
  after: Type.Number(),
  change: Type.Number({ description: 'after − before' }),
}

const share = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const dates = Type.Object({ from: Type.String(), to: Type.String() })

const response = named(
  'ExplainChangeResponse',
  Type.Object({
    data: Type.Object({
      ...change,
      before_range: dates,
      after_range: dates,
      fields: Type.Array(
        named(
          'ExplainedField',
          Type.Object({
            field: Type.String(),
            share: share('That of the value which explains most; null if shares are'),
            values: Type.Array(
              named(
                'ExplainedValue',
                Type.Object({
                  value: Type.String(),
                  ...change,
                  share: share(
                    'Its change over the whole change; null if values do not add up, or nothing changed',
                  ),
                }),
              ),
            ),
          }),
        ),
      ),
    }),
  }),
)

interface ExplainedChange extends Change {
  readonly before_range: Dates
  readonly after_range: Dates
  readonly fields: readonly FieldChange[]
}

interface Dates {
  readonly from: string
  readonly to: string
}

/** The values of which fields explain the change of a metric: POST /metrics/explain-change. */
export const explainChange: QueryDefinition<typeof input, typeof response> = {
  key: 'explain_change',
  tag: 'Metrics',
  path: 'metrics/explain-change',
  summary:
    'Why a metric changed between two ranges: the fields and values with the largest part in the change',
  input,
  response,
  run: runExplainChange,
}

/** Statements at a time of fields that are compared together, and fields at a time that are compared alone. */
const statementsAtOnce = 2
const fieldsAtOnce = 3

async function runExplainChange(
  ask: WorkspaceAsk,
  asked: ExplainChangeInput,
): Promise<{ readonly data: ExplainedChange }> {
  rejectRepeated(asked.fields)
  const pairs = pairAsker(ask, asked)
  await checkRanges(ask, asked)
  const whole = await pairs.one(null)
  const { metric } = whole.after
  if (metric === undefined) throw new Error('a series without a metric')
  if (metric.hasOwnDimensions)
    throw invalid('/metric', `metric ${metric.key} has dimensions of its own and takes no other breakdown`)
  const total = changeOf(whole.before.total, whole.after.total)
  const of: Changed = { total, additive: metric.additive, pairs }
  const ranked =
    asked.fields === undefined
      ? await foundFields(of, await ask.use(fieldFinder).fieldsOf(ask, metric.source))
      : await namedFields(of, asked.fields)
  const fields = [...ranked].sort(byRank).slice(0, mostFields)
  return {
    data: {
      ...total,
      before_range: datesOf(whole.before),
      after_range: datesOf(whole.after),
      fields: fields.map(({ field }) => field),
    },
  }
}

interface Changed {
  readonly total: Change
  readonly additive: boolean
  readonly pairs: PairAsker
}

const explained = ({ total, additive }: Changed, field: string, pair: Pair): RankedField =>
  fieldChange(field, pair, total, additive)

/** A field and the pair that its statement with others has found; see PairAsker.together. */
interface Looked {
  readonly split: Split
  readonly found: Pair | 'many' | null
}

/**
 * Asks for the fields together, as far as that is possible. No more are tried after a statement that exceeded its budget,
 * since each would take as long, and after one of which no field ran: the plan of the metric has another form then.
 */
async function lookedAt({ pairs }: Changed, splits: readonly Split[]): Promise<readonly Looked[]> {
  const found = new Map<Split, Looked['found']>()
  let runs = true
  await inTurns(inParts(splits), statementsAtOnce, async (part) => {
    if (!runs) return
    const answers = await orNull(pairs.together(part), 'TIMEOUT')
    // One field over two ranges that overlap has nothing to run with.
    const ran = answers?.some((one) => one !== null) ?? false
    if (answers === null || (part.length > 1 && !ran)) runs = false
    for (const [index, split] of part.entries()) found.set(split, answers?.[index] ?? null)
  })
  return splits.map((split) => ({ split, found: found.get(split) ?? null }))
}

/** The fields that the request names, whatever their values are. */
async function namedFields(of: Changed, fields: readonly string[]): Promise<readonly RankedField[]> {
  const splits = fields.map((field, index) => ({ field, path: `fields/${index}` }))
  return inTurns(await lookedAt(of, splits), fieldsAtOnce, (looked) => namedField(of, looked))
}

async function namedField(of: Changed, { split, found }: Looked): Promise<RankedField> {
  const { field, path } = split
  const pair = found === null || found === 'many' ? await of.pairs.one(split) : found
  if (!hasOther(pair)) return explained(of, field, pair)
  // A value that one range tells apart must not be in the "(other)" of the other range.
  const dimensions = labelsOf(pair)
  if (dimensions.reduce((sum, label) => sum + label.length, 0) > mostCharacters)
    throw invalid(`/${path}`, `${path}: the values of ${field} are too long to be compared`)
  return explained(of, field, await of.pairs.one({ ...split, dimensions }))
}

/** What fits into one statement. */
const mostCharacters = 1_000_000

/** The fields with 2 to 1,000 values. One that cannot be asked together with the filter is left out. */
async function foundFields(of: Changed, fields: readonly string[]): Promise<readonly RankedField[]> {
  const looked = await lookedAt(
    of,
    fields.map((field) => ({ field, path: 'fields' })),
  )
  const ranked = await inTurns(looked, fieldsAtOnce, async ({ split, found }) => {
    const pair = found === null ? await orNull(of.pairs.one(split), 'VALIDATION_ERROR') : found
    if (pair === null || pair === 'many' || hasOther(pair)) return null
    const values = labelsOf(pair).length
    return values < 2 || values > mostLabels ? null : explained(of, split.field, pair)
  })
  return ranked.filter((one) => one !== null)
}

/** Null for an error of this code. */
async function orNull<T>(answer: Promise<T>, code: ErrorCode): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError && error.code === code) return null
    throw error
  }
}

function rejectRepeated(fields: readonly string[] = []): void {
  const again = fields.findIndex((field, index) => fields.indexOf(field) !== index)
  if (again !== -1)
    throw invalid(`/fields/${again}`, `fields/${again}: ${JSON.stringify(fields[again])} is named twice`)
}

function byRank(a: RankedField, b: RankedField): number {
  if (a.rank !== b.rank) return b.rank > a.rank ? 1 : -1
  return byBytes(a.field.field, b.field.field)
}

/** Dates, both inclusive; for a range of rolling hours ISO 8601 instants, half-open. */
const datesOf = ({ period }: Series): Dates =>
  period.kind === 'calendar'
    ? { from: period.from, to: period.to }
    : { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() }
