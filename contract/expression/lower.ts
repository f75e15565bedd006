import { and, callOf, literal, not, or, text } from '../builders.js'
import { calculatedPrefix, type CalculatedType } from '../calculated.js'
import { unknownName } from '../common-errors.js'
import { invalid, type ServiceError } from '../errors.js'
import { resolveField, type Field } from '../fields.js'
import type { CompareOp, Expr, NumberCall } from '../plan.js'
import { sizeOf } from './expression-size.js'
import { findFunction, expressionFunctions, operandOf, type Argument, type Clock } from './functions.js'
import type { BinaryOperator, Language } from './language.js'
import { parseExpression, type Call, type Node } from './parse.js'
import {
  comparison,
  conditionValue,
  fieldValue,
  numberConstant,
  numberValue,
  textValue,
  type Value,
} from './value.js'
import { wellFormed } from '../well-formed.js'

export const longestExpression = 1000
/** Nodes of the plan that an expression becomes, with those of the properties that it uses. */
const mostNodes = 2000

/** What an expression may refer to. */
export interface ExpressionContext {
  /** Returns a calculated property's value; throws the 422 for an unknown one and for a cycle. */
  readonly calculated: (name: string, fault: Fault) => Value
  /** The question's clock; null for UTC. */
  readonly clock: Clock | null
}

/** Returns the error about this place of the expression. */
export type Fault = (message: string) => ServiceError

const fault = (column: number, message: string): ServiceError =>
  invalid('expression', `expression, column ${column}: ${message}`)

const language: Language = {
  signs: /!=|<=|>=|[-+*/%=<>]/y,
  word: /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/uy,
  calls: () => true,
  words: ['and', 'or', 'not'],
  constants: true,
  operands: "a number, a 'text', a field, a function, not, - or (",
  hint: (found) => (found === '"' ? "; texts are written as 'text', other fields as field('name')" : ''),
  fault,
}

/** Parses an expression of a calculated property. Throws a 422 that names the column. */
export function parseCalculated(expression: string): Node {
  if (expression.length > longestExpression)
    throw invalid('expression', `expression must have at most ${longestExpression} characters`)
  return parseExpression(expression, language, (name, column) => {
    if (name !== 'field' && findFunction(name) === undefined)
      throw fault(column, unknownName('function', name, [...Object.keys(expressionFunctions), 'field']))
  })
}

/** The calculated properties that an expression uses, without their prefix. */
export const referencesOf = (node: Node): ReadonlySet<string> =>
  new Set(
    [...fieldsOf(node)]
      .filter((name) => name.startsWith(calculatedPrefix))
      .map((name) => name.slice(calculatedPrefix.length)),
  )

/** The names of the fields that an expression reads. */
export function fieldsOf(node: Node): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (part: Node): void => {
    const name = fieldName(part)
    if (name !== null) found.add(name)
    if (part.kind === 'negate' || part.kind === 'not') visit(part.of)
    else if (part.kind === 'binary') [part.left, part.right].forEach(visit)
    else if (part.kind === 'call') part.args.forEach(visit)
  }
  visit(node)
  return found
}

function fieldName(node: Node): string | null {
  if (node.kind === 'name') return node.name
  const [first] = node.kind === 'call' && node.name === 'field' ? node.args : []
  return first?.kind === 'string' ? first.value : null
}

/** Lowers an expression to plan expressions over events. Throws a 422 that names the column. */
export function lowerCalculated(node: Node, context: ExpressionContext): Value {
  const value = valueOf(node, context)
  if (value.time !== null) throw fault(node.column, timeFault)
  if (sizeOf([value.text, value.number, value.boolean, value.label, value.exists], mostNodes) > mostNodes)
    throw invalid(
      'expression',
      `expression is too large: with the properties it uses, it has more than ${mostNodes} parts`,
    )
  return value
}

const timeFault = 'a time can only be an argument of hour_of_day and day_of_week'

/** The type of an expression's values. */
export function typeOfValue({ text: texts, number, boolean }: Value): CalculatedType {
  const types = [texts && 'text', number && 'number', boolean && 'boolean'].filter((type) => type !== null)
  const [only] = types
  return types.length === 1 && only !== undefined ? (only as CalculatedType) : 'any'
}

function valueOf(node: Node, context: ExpressionContext): Value {
  switch (node.kind) {
    case 'number':
      return constantNumber(node.value, node.column)
    case 'string':
      return textValue(text(wellFormed(node.value)))
    case 'boolean':
      return conditionValue(literal(node.value, 'bool'))
    case 'name':
      return fieldAt(node.name, node.column, context)
    case 'negate': {
      if (node.of.kind === 'number') return constantNumber(0 - node.of.value, node.column)
      return arithmetic('-', numberConstant(0), numberAt(node.of, '-', context))
    }
    case 'not':
      return conditionValue(not(conditionAt(node.of, 'not', context)))
    case 'binary':
      return binaryValue(node, context)
    case 'call':
      return callValue(node, context)
  }
}

function constantNumber(value: number, column: number): Value {
  if (Math.abs(value) >= 1e300) throw fault(column, `${value} is too great a number`)
  return numberConstant(value)
}

function fieldAt(name: string, column: number, context: ExpressionContext): Value {
  if (name.startsWith(calculatedPrefix))
    return context.calculated(name.slice(calculatedPrefix.length), (message) => fault(column, message))
  const field = fieldNamed(wellFormed(name), column)
  if (field.trait !== null)
    throw fault(column, 'traits cannot be used in a calculated property; use a property of the event')
  return fieldValue(field)
}

function fieldNamed(name: string, column: number): Field {
  try {
    return resolveField('events', name)
  } catch (error) {
    throw fault(column, error instanceof Error ? error.message : 'unknown field')
  }
}

const comparisons: Readonly<Partial<Record<BinaryOperator, CompareOp>>> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
}

const operations: Readonly<Partial<Record<BinaryOperator, NumberCall>>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'over',
  '%': 'remainder',
}

function binaryValue(node: Node & { kind: 'binary' }, context: ExpressionContext): Value {
  const { operator, left, right } = node
  const compared = comparisons[operator]
  if (compared !== undefined)
    return conditionValue(comparison(compared, valueAt(left, context), valueAt(right, context)))
  if (operator === 'and' || operator === 'or') {
    const [a, b] = [conditionAt(left, operator, context), conditionAt(right, operator, context)]
    return conditionValue(operator === 'and' ? and(a, b) : or(a, b))
  }
  return arithmetic(operator, numberAt(left, operator, context), numberAt(right, operator, context))
}

function arithmetic(operator: BinaryOperator, left: Value, right: Value): Value {
  const fn = operations[operator]
  if (fn === undefined) throw new Error(`${operator} is not arithmetic`)
  return numberValue(callOf(fn, [operandOf(left), operandOf(right)]))
}

function valueAt(node: Node, context: ExpressionContext): Value {
  const value = valueOf(node, context)
  if (value.time !== null) throw fault(node.column, timeFault)
  return value
}

function numberAt(node: Node, by: string, context: ExpressionContext): Value {
  const value = valueAt(node, context)
  if (value.number === null) throw fault(node.column, `${by} takes numbers, not ${kindOf(value)}`)
  return value
}

function conditionAt(node: Node, by: string, context: ExpressionContext): Expr {
  return booleanOf(valueAt(node, context), node, by)
}

function booleanOf(value: Value, { column }: Node, by: string): Expr {
  if (value.boolean === null) throw fault(column, `${by} takes true or false, not ${kindOf(value)}`)
  return value.boolean
}

const kindOf = (value: Value): string =>
  value.text === null ? (value.number === null ? 'true or false' : 'a number') : 'a text'

function callValue({ name, args, column }: Call, context: ExpressionContext): Value {
  if (name === 'field') {
    const [first] = args
    if (args.length !== 1 || first?.kind !== 'string')
      throw fault(column, "field takes the name of a field as a 'text'")
    return fieldAt(first.value, first.column, context)
  }
  const known = findFunction(name)
  if (known === undefined) throw fault(column, `unknown function ${name}`)
  const { parameters, optional } = known
  const least = optional === 'any' ? 1 : parameters.length - optional
  const most = optional === 'any' ? 100 : parameters.length
  if (args.length < least || args.length > most)
    throw fault(column, `${name} takes ${countOf(least, most)}, not ${args.length}: ${known.usage}`)
  const read = args.map((arg, at) =>
    argumentAt(arg, parameters[at] ?? parameters.at(-1) ?? 'value', name, context),
  )
  const wrong = known.check?.(read.map(({ constant }) => constant)) ?? null
  if (wrong !== null) throw fault(args[wrong.at]?.column ?? column, `${name}: ${wrong.message}`)
  return known.lower(read, context.clock)
}

function countOf(least: number, most: number): string {
  if (most === 100) return 'at least 1 argument'
  if (least === most) return `${least} argument${least === 1 ? '' : 's'}`
  return `${least} or ${most} arguments`
}

function argumentAt(node: Node, parameter: string, by: string, context: ExpressionContext): Argument {
  switch (parameter) {
    case 'number':
      return { value: numberAt(node, by, context), constant: null }
    case 'condition': {
      // Read once: conditions within conditions would double the work at each level.
      const value = valueAt(node, context)
      booleanOf(value, node, by)
      return { value, constant: null }
    }
    case 'time': {
      const value = valueOf(node, context)
      if (value.time === null && (value.text === null || node.kind === 'string'))
        throw fault(node.column, `${by} takes a time, like timestamp, not ${kindOf(value)}`)
      return { value, constant: null }
    }
    case 'constant text':
      if (node.kind !== 'string')
        throw fault(node.column, `${by} takes a text here that is written as 'text'`)
      return { value: valueOf(node, context), constant: wellFormed(node.value) }
    case 'constant number':
      if (node.kind !== 'number') throw fault(node.column, `${by} takes a number here that is written out`)
      return { value: valueOf(node, context), constant: node.value }
    default:
      return { value: valueAt(node, context), constant: null }
  }
}
