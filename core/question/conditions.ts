import {
  and,
  compare,
  equals,
  invalid,
  isIn,
  literal,
  match,
  not,
  or,
  parseTime,
  resolveField,
  wellFormed,
  type AskedCondition,
  type CompareOp,
  type DidUse,
  type Expr,
  type Field,
  type MatchHow,
  type Scalar,
  type SourceName,
  type TraitUse,
} from '../../contract/index.js'
import { boundValue, expectNoValue, listValue, scalarValue, textValue, timeValue } from './condition-value.js'
import { operatorOf, type Operator } from './operators.js'
import { longestFieldName, mostConditions, partPath, type RawCondition } from './raw-condition.js'
import { checkRegex } from './regex.js'

export interface ConditionFilter {
  /** Null if there are no conditions. */
  readonly filter: Expr | null
  /** The traits that the filter reads, without duplicates. */
  readonly traits: readonly TraitUse[]
  /** The numbers of events that the filter reads or requires; only a filter tree has any. */
  readonly did: readonly DidUse[]
}

/**
 * Returns all conditions as one expression over the source's rows (and the joined traits). Throws a 422 for
 * an invalid condition.
 */
export function conditionsToFilter(source: SourceName, conditions: readonly RawCondition[]): ConditionFilter {
  const terms = eachCondition(source, conditions)
  const filter = allOf(terms.map(({ holds }) => holds))
  return { filter, traits: traitsOf(terms), did: [] }
}

/** Each trait is a join with the traits of all persons. */
export const mostTraits = 20

/** Returns the conjunction of the conditions; null if there are none. */
export function allOf(terms: readonly Expr[]): Expr | null {
  const [only] = terms
  if (only === undefined) return null
  return terms.length === 1 ? only : and(...terms)
}

/** Returns the conditions one by one. Throws a 422 for an invalid condition and for too many conditions. */
export function eachCondition(
  source: SourceName,
  conditions: readonly RawCondition[],
): readonly AskedCondition[] {
  const [head] = conditions
  if (head !== undefined && conditions.length > mostConditions)
    throw invalid(
      head.path,
      `there are ${conditions.length} conditions; at most ${mostConditions} are allowed`,
    )
  return conditions.map((raw) => condition(source, raw))
}

/** Returns one condition. Throws a 422 for an invalid one. */
export function condition(source: SourceName, raw: RawCondition): AskedCondition {
  const field = fieldOf(source, raw.field, partPath(raw, 'field'))
  return { holds: conditionOf(field, raw), trait: field.trait }
}

/** Like resolveField, for a name from a request. */
export function fieldOf(source: SourceName, name: string, path: string): Field {
  if (name.length > longestFieldName)
    throw invalid(path, `${path} is longer than ${longestFieldName} characters`)
  return resolveField(source, wellFormed(name), path)
}

export function traitsOf(terms: readonly Pick<AskedCondition, 'trait'>[]): readonly TraitUse[] {
  const traits = terms.map(({ trait }) => trait).filter((trait) => trait !== null)
  return [...new Map(traits.map((trait) => [trait.prefix, trait])).values()]
}

const never = literal(false, 'bool')
const always = literal(true, 'bool')

function conditionOf(field: Field, raw: RawCondition): Expr {
  const operator = operatorOf(raw)
  const holds = baseCondition(field, raw, operator)
  if (!operator.negated) return holds
  return holds === never ? always : not(holds)
}

function baseCondition(field: Field, raw: RawCondition, operator: Operator): Expr {
  switch (operator.base) {
    case 'eq':
      return oneOf(field, raw, [scalarValue(raw, operator)])
    case 'in':
      return oneOf(field, raw, listValue(raw, operator))
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return ordered(field, raw, operator.base, operator)
    case 'contains':
      return matching(field, raw, 'contains', operator)
    case 'starts_with':
      return matching(field, raw, 'starts-with', operator)
    case 'ends_with':
      return matching(field, raw, 'ends-with', operator)
    case 'regex':
      return matching(field, raw, 'regex', operator)
    case 'is_set':
      expectNoValue(raw, operator)
      return field.exists
  }
}

/** On loose fields, an untyped string matches every value that is written like it. */
const isLoose = (field: Field, raw: RawCondition): boolean => !raw.typed && field.loose

/**
 * Whether a number or boolean may be written like this, or contain this part. If not, only strings are
 * searched, which saves the stores formatting every other value.
 */
const maySpell = (text: string): boolean => /^(-?\d.*|true|false|)$/s.test(text)
const maySpellPart = (part: string): boolean =>
  /^[-+0-9.e]*$/.test(part) || 'true'.includes(part) || 'false'.includes(part)

/** The strings, each with the form it is compared with. */
function textTerms(field: Field, raw: RawCondition, texts: readonly string[]): readonly Expr[] {
  const loose = isLoose(field, raw)
  const spelled = loose ? texts.filter(maySpell) : []
  const others = loose ? texts.filter((text) => !maySpell(text)) : texts
  return [among(field.label, spelled, 'text'), among(field.text, others, 'text')]
}

/** Compares every value with the form of its own type. A form that the field lacks equals nothing. */
function oneOf(field: Field, raw: RawCondition, values: readonly Scalar[]): Expr {
  if (field.time !== null)
    return among(
      field.time,
      values.map((value) => timeValue(raw, value)),
      'time',
    )
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  const { boolean } = field
  const terms = [
    ...textTerms(field, raw, texts),
    among(field.number, numbers, 'float'),
    ...values
      .filter((value) => typeof value === 'boolean')
      .map((value) => (boolean === null ? never : equals(boolean, literal(value, 'bool')))),
  ].filter((term) => term !== never)
  const [only] = terms
  if (only === undefined) return never
  return terms.length === 1 ? only : or(...terms)
}

function among(
  form: Expr | null,
  values: readonly (string | number)[],
  type: 'text' | 'float' | 'time',
): Expr {
  const [only] = values
  if (form === null || only === undefined) return never
  return values.length === 1 ? equals(form, literal(only, type)) : isIn(form, values)
}

function ordered(field: Field, raw: RawCondition, op: CompareOp, operator: Operator): Expr {
  if (field.time !== null)
    return compare(op, field.time, literal(timeValue(raw, scalarValue(raw, operator)), 'time'))
  const bound = boundValue(raw, operator)
  if ('number' in bound)
    return field.number === null ? never : compare(op, field.number, literal(bound.number, 'float'))
  return field.text === null ? never : compare(op, parseTime(field.text), literal(bound.time, 'time'))
}

function matching(field: Field, raw: RawCondition, how: MatchHow, operator: Operator): Expr {
  if (field.time !== null)
    throw invalid(
      partPath(raw, 'operator'),
      `${operator.name} does not apply to ${field.name}, which is a time`,
    )
  const pattern = textValue(raw, operator)
  if (how === 'regex') checkRegex(raw, pattern)
  const spelled = isLoose(field, raw) && (how === 'regex' || maySpellPart(pattern))
  const form = spelled ? field.label : field.text
  return form === null ? never : match(how, form, pattern)
}
