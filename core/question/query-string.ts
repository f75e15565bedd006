import { invalid } from '../../contract/index.js'
import {
  draftCondition,
  finishConditions,
  repeatedParameter,
  type ConditionDraft,
} from './query-conditions.js'
import type { RawCondition } from './raw-condition.js'

export interface ParsedQuery {
  /** All parameters but the conditions, decoded; own properties only. */
  readonly parameters: Readonly<Record<string, string>>
  readonly conditions: readonly RawCondition[]
}

/** Parameters that may be repeated: their values then are the JSON list that the other name has. */
const lists: Readonly<Record<string, string>> = { breakdown: 'breakdowns', dimension: 'dimensions' }

const dangerous = /^(?:__proto__|constructor|prototype)(?:[[.]|$)/

/**
 * Parses a raw query string, with or without its `?`. Conditions are the parameters
 * `conditions[N][field|op|operator|value]`, in the order of N. `breakdown=a&breakdown=b` is read as
 * `breakdowns=["a","b"]`. Throws a 422 for any other repeated parameter, an invalid percent escape and an
 * invalid condition.
 */
export function parseQueryString(raw: string): ParsedQuery {
  const parameters = new Map<string, string>()
  const drafts = new Map<number, ConditionDraft>()
  const repeated = new Map<string, string[]>()
  for (const pair of raw.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const [name, value] = decodePair(pair)
    if (dangerous.test(name)) throw invalid(name, `unknown parameter ${JSON.stringify(name)}`)
    if (name === 'conditions' || name.startsWith('conditions[')) draftCondition(drafts, name, value)
    else if (Object.hasOwn(lists, name)) repeated.set(name, [...(repeated.get(name) ?? []), value])
    else if (parameters.has(name)) throw repeatedParameter(name)
    else parameters.set(name, value)
  }
  for (const [name, values] of repeated) {
    const [only = ''] = values
    const list = lists[name] ?? name
    if (values.length === 1) parameters.set(name, only)
    else if (parameters.has(list)) throw invalid(list, `give ${name} or ${list}, not both`)
    else parameters.set(list, JSON.stringify(values))
  }
  return { parameters: Object.fromEntries(parameters), conditions: finishConditions(drafts) }
}

function decodePair(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
  return [decode(name, name), decode(value, name)]
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalid(
      name,
      `the query string is invalid at ${JSON.stringify(name)}: malformed percent escape or UTF-8`,
    )
  }
}
