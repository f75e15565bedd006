import { closest, distance } from 'fastest-levenshtein'
import type { NativeForms, OperatorDefinition } from '../../contract/index.js'
import { isKebabCase } from './checks.js'
import { RegistrationError } from './registration-error.js'

/** Plugins written in JavaScript have no compiler to report these. */
export function checkOperator(plugin: string, definition: OperatorDefinition): void {
  const { name, native = {} } = definition
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `operator ${name}`, problem)
  }
  if (typeof name !== 'string' || name === '') reject('name is required')
  if (typeof definition.lower !== 'function') reject('lower must be a function')
  for (const [storage, given] of Object.entries<unknown>(native)) {
    if (!isKebabCase(storage)) reject(`its native form for ${storage} must have the name of a storage`)
    const form = (given ?? {}) as { readonly compile?: unknown; readonly fits?: unknown }
    if (typeof form.compile !== 'function')
      reject(`its native form for ${storage} must have a function compile`)
    if (form.fits !== undefined && typeof form.fits !== 'function')
      reject(`its native form for ${storage} must have no fits, or a function`)
  }
}

/** A native form that a plugin declares for a storage. */
export interface DeclaredForm {
  readonly plugin: string
  readonly operator: string
  readonly storage: string
}

export const declaredForms = (
  operators: Iterable<{ readonly plugin: string; readonly definition: OperatorDefinition }>,
): readonly DeclaredForm[] =>
  [...operators].flatMap(({ plugin, definition: { name, native = {} } }) =>
    Object.keys(native).map((storage) => ({ plugin, operator: name, storage })),
  )

interface Declared {
  readonly nativeForms: readonly DeclaredForm[]
  readonly storages: ReadonlyMap<string, unknown>
}

/** How many letters may differ in a name that was meant to be this one: a third, and at most two. */
const slipsIn = (name: string): number => Math.min(2, Math.floor(name.length / 3))

/**
 * Stops the start if a native form is for an unknown storage whose name is nearly that of a known one: `postgers`. A
 * registry without storages, as in a test over a store, knows no names.
 */
export function checkNativeForms(registry: Declared): void {
  for (const { plugin, operator, storage, known } of unknownForms(registry)) {
    const meant = closest(storage, known)
    if (distance(storage, meant) <= slipsIn(meant))
      throw new RegistrationError(
        plugin,
        `operator ${operator}`,
        `its native form is for the unknown storage ${storage}; did you mean ${meant}? Known are ${known.join(', ')}`,
      )
  }
}

/** Returns the native forms for storages that no plugin declares. They are never used. */
export function unknownForms({
  nativeForms,
  storages,
}: Declared): readonly (DeclaredForm & { readonly known: readonly string[] })[] {
  const known = [...storages.keys()]
  if (known.length === 0) return []
  return nativeForms.filter(({ storage }) => !storages.has(storage)).map((form) => ({ ...form, known }))
}

/** Returns the native forms of all operators for a storage. */
export const nativeFormsOf = (
  { operators }: { readonly operators: ReadonlyMap<string, OperatorDefinition> },
  storage: string,
): NativeForms =>
  new Map(
    [...operators.values()].flatMap(({ name, native }) => {
      const form = native?.[storage]
      return form === undefined ? [] : [[name, form] as const]
    }),
  )
