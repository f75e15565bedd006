import type { NativeForms, OperatorDefinition } from '../contract/index.js'
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
