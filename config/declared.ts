import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { explainSchema } from './explain-schema.js'

/** A setting that a plugin declares, as data. */
export interface DeclaredSetting {
  readonly plugin: string
  readonly name: string
  readonly schema: TSchema
  readonly default?: unknown
  readonly secret?: boolean
  check?(value: unknown): string | null
}

interface Checked {
  /** The values, with defaults; null for a setting without either. */
  readonly values: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

const addFormats = formats as unknown as typeof formats.default
/** Also compiles the program's own settings: the first schema of an instance costs as much as fifty more. */
export const settingsAjv = addFormats(
  new Ajv({ strict: false, coerceTypes: true, useDefaults: true, allErrors: true }),
)
/** The validators of schemas seen before. */
const compiled = new WeakMap<TSchema, ValidateFunction>()

/** Validates the given values of the plugins' settings. Each line names the setting, never its value. */
export function checkDeclared(
  given: Readonly<Record<string, unknown>>,
  settings: readonly DeclaredSetting[],
): Checked {
  const values: Record<string, unknown> = {}
  const lines: string[] = []
  for (const setting of settings) {
    const { plugin, name } = setting
    const isGiven = given[name] !== undefined
    const value = isGiven ? given[name] : setting.default
    values[name] = value ?? null
    if (value === undefined) continue
    const found = checked(setting, value)
    values[name] = found.value
    const whose = isGiven ? '' : `the default of plugin ${plugin} `
    if (found.problem !== null) lines.push(`${name}: ${whose}${found.problem}`)
  }
  return { values, lines }
}

/** Returns the value in its type, and what it must be if it is invalid. */
function checked(
  setting: DeclaredSetting,
  given: unknown,
): { readonly value: unknown; readonly problem: string | null } {
  const { plugin, schema } = setting
  const holder = { value: given }
  try {
    if (!validatorOf(schema)(holder)) return { value: given, problem: explainSchema(schema) }
    const problem: unknown = setting.check?.(holder.value) ?? null
    if (problem === null || typeof problem === 'string') return { value: holder.value, problem }
    return {
      value: given,
      problem: `cannot be checked: check() of plugin ${plugin} must return a string or null`,
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { value: given, problem: `cannot be checked: plugin ${plugin}: ${words}` }
  }
}

function validatorOf(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const validate = settingsAjv.compile({ type: 'object', properties: { value: schema } })
  compiled.set(schema, validate)
  return validate
}
