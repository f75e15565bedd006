import type { ErrorObject } from 'ajv'
import { closest } from 'fastest-levenshtein'
import type { ErrorDetail } from '../contract/index.js'
import { collapseUnions } from './explain-unions.js'
import { typeWords } from './type-words.js'

const maxDetails = 20
const shownLength = 60

/**
 * Returns Ajv's errors in plain words, one per path. `root` starts a path: '/' yields JSON pointers, '' bare
 * names.
 */
export function explain(
  errors: readonly ErrorObject[],
  what: string,
  root: '' | '/',
): readonly ErrorDetail[] {
  const details = new Map<string, ErrorDetail>()
  for (const error of collapseUnions(errors.slice(0, 1000))) {
    const place = placeOf(error)
    const message = sentence(error, place, what)
    const path = place === '' ? root : `${root}${root === '/' ? place.replaceAll('.', '/') : place}`
    if (!details.has(`${path} ${message}`)) details.set(`${path} ${message}`, { path, message })
    if (details.size >= maxDetails) break
  }
  return [...details.values()]
}

type Params = Readonly<Record<string, unknown>>

/** `steps.0.event`: the path of the error; for a missing or unknown member, that member's. */
function placeOf({ instancePath, keyword, params }: ErrorObject): string {
  const place = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty } = params as Params
  if (keyword === 'required') place.push(String(missingProperty))
  if (keyword === 'additionalProperties') place.push(cut(String(additionalProperty)))
  return place.join('.')
}

function sentence(error: ErrorObject, place: string, what: string): string {
  const subject = place === '' ? 'the body' : place
  if (error.keyword === 'additionalProperties') return unknownMember(error, place, what)
  return `${subject} ${complaint(error)}`
}

function unknownMember({ params, parentSchema }: ErrorObject, place: string, what: string): string {
  const name = String((params as Params)['additionalProperty'])
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {})
  const hint = known.length === 0 ? 'none are allowed here' : `did you mean ${closest(name, known)}?`
  return `unknown ${what} ${JSON.stringify(cut(place))}; ${hint}`
}

function complaint({ keyword, params, message, schema }: ErrorObject): string {
  const { limit, type, allowedValue, allowedValues, format, multipleOf, comparison } = params as Params
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${typeWords(type)}`
    case 'const':
      return `must be ${String(allowedValue)}`
    case 'enum':
      return `must be one of ${(allowedValues as readonly unknown[]).join(', ')}`
    case 'union':
      return String(message)
    case 'minimum':
    case 'maximum':
      return `must be ${comparison === '>=' ? 'at least' : 'at most'} ${String(limit)}`
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${comparison === '>' ? 'more' : 'less'} than ${String(limit)}`
    case 'minLength':
      return schema === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`
    case 'maxLength':
      return `must have at most ${String(limit)} characters`
    case 'minItems':
      return `must have at least ${String(limit)} ${limit === 1 ? 'item' : 'items'}`
    case 'maxItems':
      return `must have at most ${String(limit)} ${limit === 1 ? 'item' : 'items'}`
    case 'uniqueItems':
      return 'must not contain duplicates'
    case 'multipleOf':
      return `must be a multiple of ${String(multipleOf)}`
    case 'format':
      return `must be a valid ${String(format)}`
    case 'pattern':
      return `must have the form ${String(schema)}`
    default:
      return message ?? 'is invalid'
  }
}

const cut = (name: string): string => (name.length > shownLength ? `${name.slice(0, shownLength)}…` : name)
