import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { ServiceError } from '../contract/index.js'
import { closeSchema } from './close-schema.js'
import { explain } from './explain.js'
import { readTexts } from './read-texts.js'

/** Validates a value, fills in its defaults (in place) and returns it. Throws a 422 with all errors. */
export type Validator = (value: unknown) => unknown

/** The validators of one plugin's schemas. */
export interface Validators {
  /** For strings from a query string or path, which may represent numbers and booleans. */
  ofTexts(schema: TSchema, what: string): Validator
  /** For a JSON body, without conversion. */
  ofBody(schema: TSchema): Validator
}

const addFormats = formats as unknown as typeof formats.default
const shared = {
  strict: true,
  useDefaults: true,
  allErrors: true,
  verbose: true,
  code: { optimize: false },
} as const

const ajv = addFormats(new Ajv(shared))
/** Keyed by the schema's text: compiling is slow, and several routes share a schema. */
const compiled = new Map<string, ValidateFunction>()

function compile(schema: TSchema): ValidateFunction {
  const closed = closeSchema(schema) as AnySchema
  const text = JSON.stringify(closed)
  const known = compiled.get(text) ?? ajv.compile(closed)
  compiled.set(text, known)
  return known
}

/** Returns the validators of a plugin, by its name. */
export type ValidatorsOf = (plugin: string) => Validators

/**
 * Schemas of the plugins in `known` are compiled at their first use: that takes milliseconds each, and all of
 * them together were the longest part of a start. Those of other plugins are compiled at the start, so that an
 * invalid schema is reported then.
 */
export function validatorsOf(known: ReadonlySet<string>): ValidatorsOf {
  const later = createValidators('first use')
  const now = createValidators()
  return (plugin) => (known.has(plugin) ? later : now)
}

/** Returns validators whose schemas are compiled at once, or at the first use. */
export function createValidators(compiled: 'at once' | 'first use' = 'at once'): Validators {
  const checkOf = compiled === 'at once' ? compiledNow : compiledLater
  return {
    ofTexts(schema, what) {
      const check = toValidator(checkOf(schema), what, '')
      return (texts) => check(readTexts(schema, texts as Readonly<Record<string, string>>))
    },
    ofBody: (schema) => toValidator(checkOf(schema), 'field', '/'),
  }
}

function compiledNow(schema: TSchema): () => ValidateFunction {
  const check = compile(schema)
  return () => check
}

function compiledLater(schema: TSchema): () => ValidateFunction {
  let check: ValidateFunction | null = null
  return () => (check ??= compile(schema))
}

const toValidator = (checkNow: () => ValidateFunction, what: string, root: '' | '/'): Validator => {
  return (value) => {
    const check = checkNow()
    if (check(value)) return value
    throw refusal(check.errors ?? [], what, root)
  }
}

function refusal(errors: readonly ErrorObject[], what: string, root: '' | '/'): ServiceError {
  const details = explain(errors, what, root)
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  return new ServiceError('VALIDATION_ERROR', `${first?.message ?? 'the input is invalid'}${more}`, {
    details,
  })
}
