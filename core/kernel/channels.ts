import type { TObject } from 'typebox'
import type { ChannelDefinition } from '../../contract/index.js'
import { isKebabCase } from './checks.js'
import { RegistrationError } from './registration-error.js'

/** Seconds. */
const longestTimeout = 60

/** Throws a RegistrationError if a channel is invalid. Its settings' schema is compiled when the service starts. */
export function checkChannel(plugin: string, definition: ChannelDefinition<TObject>): void {
  // Plugins written in JavaScript have no compiler to report these.
  const given = definition as unknown as Readonly<Record<string, unknown>>
  const { name, summary, settings, timeout = 10, check, send } = given
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `channel ${String(name)}`, problem)
  }
  if (typeof name !== 'string' || !isKebabCase(name)) reject('its name must be kebab-case')
  if (typeof summary !== 'string' || summary === '') reject('summary is required')
  if ((settings as { readonly type?: unknown } | undefined)?.type !== 'object')
    reject('settings must be a Type.Object({…})')
  if (typeof timeout !== 'number' || !(timeout > 0 && timeout <= longestTimeout))
    reject(`timeout must be a number of seconds up to ${longestTimeout}`)
  if (check !== undefined && typeof check !== 'function') reject('check must be a function')
  if (typeof send !== 'function') reject('send must be a function')
}
