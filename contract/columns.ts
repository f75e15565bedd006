import type { CallName, Expr, Measure, Relation, TextCall, WindowFunction } from './plan.js'
import { sources, type Columns, type ColumnType } from './sources.js'

/** An invalid plan: a bug in the code that built it, never an error of the request. */
export class PlanError extends Error {}

/** Returns the type of an expression over rows with these columns. Throws PlanError on an unknown column. */
export function typeOf(expr: Expr, columns: Columns): ColumnType {
  switch (expr.kind) {
    case 'column': {
      const type = columns[expr.name]
      if (type === undefined)
        throw new PlanError(`unknown column ${expr.name}; use one of ${Object.keys(columns).join(', ')}`)
      return type
    }
    case 'property':
      return propertyTypes[expr.as]
    case 'literal':
      return expr.type
    case 'bucket':
    case 'lookup':
      return 'int'
    case 'compare':
    case 'in':
    case 'match':
    case 'and':
    case 'or':
    case 'not':
    case 'missing':
      return 'bool'
    case 'case':
      return common([...expr.branches.map((branch) => branch.then), expr.otherwise], columns)
    case 'coalesce':
      return common(expr.values, columns)
    case 'math':
      return expr.op === '/' ? 'float' : common([expr.left, expr.right], columns)
    case 'parse-time':
      return 'time'
    case 'call':
      return callType(expr.fn)
    case 'calculated':
      return propertyTypes[expr.as]
    case 'bin':
    case 'tuple':
      return 'text'
  }
}

const textCalls: ReadonlySet<string> = new Set<TextCall>([
  ...(['number-text', 'lower', 'upper', 'trim', 'concat', 'substring'] as const),
  ...(['replace', 'regex-extract', 'split-part'] as const),
])

/** The type of a function's result. */
export const callType = (fn: CallName): 'text' | 'float' => (textCalls.has(fn) ? 'text' : 'float')

const propertyTypes = {
  text: 'text',
  number: 'float',
  boolean: 'bool',
  label: 'text',
  exists: 'bool',
} as const

function common(exprs: readonly Expr[], columns: Columns): ColumnType {
  const types = new Set(exprs.map((expr) => typeOf(expr, columns)))
  if (types.size === 2 && types.has('int') && types.has('float')) return 'float'
  const [only] = types
  if (only === undefined || types.size > 1) throw new PlanError(`mixed types: ${[...types].join(', ')}`)
  return only
}

export function measureType(measure: Measure, columns: Columns): ColumnType {
  switch (measure.kind) {
    case 'count':
    case 'count-distinct':
      return 'int'
    case 'avg':
    case 'quantile':
      return 'float'
    case 'sum':
    case 'min':
    case 'max':
    case 'first':
    case 'last':
      return typeOf(measure.value, columns)
  }
}

const windowType = (fn: WindowFunction, columns: Columns): ColumnType => typeOf(fn.value, columns)

const mapTypes = <T>(record: Readonly<Record<string, T>>, type: (value: T) => ColumnType): Columns =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, type(value)]))

/** Plans are frozen, so a cached result stays valid. */
const known = new WeakMap<Relation, Columns>()

/**
 * Returns the columns of a relation, in order, with their types. Rows are decoded by these types, not by the
 * driver's.
 */
export function columnsOf(relation: Relation): Columns {
  if (relation.kind === 'scan') return sources[relation.source]
  if (relation.kind === 'operator') return relation.columns
  let columns = known.get(relation)
  if (columns === undefined) {
    columns = derivedColumns(relation)
    known.set(relation, columns)
  }
  return columns
}

function derivedColumns(relation: Exclude<Relation, { kind: 'scan' | 'operator' }>): Columns {
  switch (relation.kind) {
    case 'where':
    case 'sort':
      return columnsOf(relation.input)
    case 'derive': {
      const input = columnsOf(relation.input)
      for (const name of Object.keys(relation.columns))
        if (name in input) throw new PlanError(`derive: column ${name} already exists`)
      return { ...input, ...mapTypes(relation.columns, (expr) => typeOf(expr, input)) }
    }
    case 'select': {
      const input = columnsOf(relation.input)
      return mapTypes(relation.columns, (expr) => typeOf(expr, input))
    }
    case 'aggregate': {
      const input = columnsOf(relation.input)
      return {
        ...mapTypes(relation.by, (expr) => typeOf(expr, input)),
        ...mapTypes(relation.measures, (measure) => measureType(measure, input)),
      }
    }
    case 'window': {
      const input = columnsOf(relation.input)
      return { ...input, ...mapTypes(relation.columns, (fn) => windowType(fn, input)) }
    }
    case 'join': {
      const left = columnsOf(relation.left)
      const keys = new Set(relation.on.map((key) => key.right))
      const right = Object.entries(columnsOf(relation.right)).filter(([name]) => !keys.has(name))
      for (const [name] of right)
        if (name in left) throw new PlanError(`join: both sides have a column ${name}`)
      return { ...left, ...Object.fromEntries(right) }
    }
    case 'union': {
      const [head] = relation.inputs
      if (head === undefined) throw new PlanError('union requires at least one input')
      return columnsOf(head)
    }
    case 'spine':
      return { [relation.column]: 'int' }
  }
}
