import { literal, nothing } from '../builders.js'
import type { CalculatedProperty } from '../calculated.js'
import type { Expr, PropertyForm } from '../plan.js'
import type { Clock } from './functions.js'
import { fieldsOf, lowerCalculated, parseCalculated, referencesOf, type Fault } from './lower.js'
import type { Value } from './value.js'

/** Returns the value of a calculated property. `fault` is the error at the place that names it. */
export type ReadCalculated = (name: string, fault: Fault) => Value

/** A longer chain would take long to lower; it is rejected like a cycle. */
const mostNesting = 50

/**
 * Reads calculated properties by name, each once. An unknown name and a cycle are the caller's `fault`; any
 * other error is that of the expression.
 */
export function calculatedValues(
  properties: ReadonlyMap<string, Pick<CalculatedProperty, 'expression'>>,
  clock: Clock | null,
): ReadCalculated {
  const known = new Map<string, Value>()
  const open: string[] = []

  return function read(name, fault) {
    const value = known.get(name)
    if (value !== undefined) return value
    const property = properties.get(name)
    if (property === undefined) throw fault(unknownProperty(name, [...properties.keys()]))
    if (open.includes(name))
      throw fault(`calc.${name} uses itself: ${[...open, name].map((one) => `calc.${one}`).join(' → ')}`)
    if (open.length >= mostNesting)
      throw fault(`more than ${mostNesting} calculated properties use one another`)
    open.push(name)
    try {
      const found = lowerCalculated(parseCalculated(property.expression), { calculated: read, clock })
      known.set(name, found)
      return found
    } finally {
      open.pop()
    }
  }
}

/**
 * The fields that a calculated property reads, by itself and by those that it uses. Null if one of them is
 * unknown.
 */
export function fieldsBehind(
  name: string,
  properties: ReadonlyMap<string, Pick<CalculatedProperty, 'expression'>>,
): ReadonlySet<string> | null {
  const fields = new Set<string>()
  const seen = new Set<string>()
  const waiting = [name]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const property = properties.get(next)
    if (property === undefined) return null
    const parsed = parseCalculated(property.expression)
    for (const field of fieldsOf(parsed)) fields.add(field)
    waiting.push(...referencesOf(parsed))
  }
  return fields
}

function unknownProperty(name: string, known: readonly string[]): string {
  const names = known.map((one) => `calc.${one}`)
  const shown = names.length === 0 ? 'there are none' : `use one of ${names.slice(0, 50).join(', ')}`
  return `unknown calculated property "calc.${name}"; ${shown}`
}

/** One form of a value, like that of a property. */
export function formOf(value: Value, form: PropertyForm): Expr {
  switch (form) {
    case 'text':
      return value.text ?? nothing('text')
    case 'number':
      return value.number ?? nothing('float')
    case 'boolean':
      return value.boolean ?? literal(null, 'bool')
    case 'label':
      return value.label
    case 'exists':
      return value.exists
  }
}
