import Type from 'typebox'
import {
  byBytes,
  invalid,
  named,
  ServiceError,
  type Series,
  type QueryDefinition,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { changeOf, fieldChange, type Change, type FieldChange, type RankedField } from './field-change.js'
import { fieldFinder } from './field-finder.js'
import { inTurns } from './in-turns.js'
import { input, mostFields, type ExplainChangeInput } from './input.js'
import { hasOther, labelsOf, mostLabels, pairAsker, type AskPair, type Pair } from './pairs.js'
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

/** Fields that are looked at at a time; each runs two statements. */
const fieldsAtOnce = 3

async function runExplainChange(
  ask: WorkspaceAsk,
  asked: ExplainChangeInput,
): Promise<{ readonly data: ExplainedChange }> {
  rejectRepeated(asked.fields)
  const askPair = pairAsker(ask, asked)
  await checkRanges(ask, asked)
  const whole = await askPair(null)
  const { metric } = whole.after
  if (metric === undefined) throw new Error('a series without a metric')
  if (metric.hasOwnDimensions)
    throw invalid('/metric', `metric ${metric.key} has dimensions of its own and takes no other breakdown`)
  const total = changeOf(whole.before.total, whole.after.total)
  const of: Changed = { total, additive: metric.additive, askPair }
  const ranked =
    asked.fields === undefined
      ? await foundFields(of, await ask.use(fieldFinder).fieldsOf(ask, metric.source))
      : await inTurns(asked.fields, fieldsAtOnce, (field, index) => namedField(of, field, index))
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
  readonly askPair: AskPair
}

const explained = ({ total, additive }: Changed, field: string, pair: Pair): RankedField =>
  fieldChange(field, pair, total, additive)

/** A field that the request names, whatever its values are. */
async function namedField(of: Changed, field: string, index: number): Promise<RankedField> {
  const split = { field, path: `fields/${index}` }
  const pair = await of.askPair(split)
  if (!hasOther(pair)) return explained(of, field, pair)
  // A value that one range tells apart must not be in the "(other)" of the other range.
  const dimensions = labelsOf(pair)
  if (dimensions.reduce((sum, label) => sum + label.length, 0) > mostCharacters)
    throw invalid(`/${split.path}`, `${split.path}: the values of ${field} are too long to be compared`)
  return explained(of, field, await of.askPair({ ...split, dimensions }))
}

/** What fits into one statement. */
const mostCharacters = 1_000_000

/** The fields with 2 to 1,000 values. One that cannot be asked together with the filter is left out. */
async function foundFields(of: Changed, fields: readonly string[]): Promise<readonly RankedField[]> {
  const found = await inTurns(fields, fieldsAtOnce, async (field) => {
    const pair = await orNull(of.askPair({ field, path: 'fields' }))
    if (pair === null || hasOther(pair)) return null
    const values = labelsOf(pair).length
    return values < 2 || values > mostLabels ? null : explained(of, field, pair)
  })
  return found.filter((one) => one !== null)
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'VALIDATION_ERROR') return null
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
