import type { DeclaredJob, JobDefinition } from '../../contract/index.js'
import { isKebabCase } from './checks.js'
import { blaming, RegistrationError } from './registration-error.js'
import { nextTime } from './schedule.js'

/** Seconds. */
const longestTimeout = 86_400

/** Returns a plugin's job with its schedule compiled. Throws a RegistrationError if anything is invalid. */
export function declaredJob(plugin: string, given: JobDefinition): DeclaredJob {
  const definition = Object.freeze({ ...given })
  const subject = `job ${definition.name}`
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, subject, problem)
  }
  // Plugins written in JavaScript have no compiler to report these.
  const { name, summary, timeout, catchUp, run } = definition as unknown as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || !isKebabCase(name)) reject('its name must be kebab-case')
  if (typeof summary !== 'string' || summary === '') reject('summary is required')
  if (typeof timeout !== 'number' || !(timeout > 0 && timeout <= longestTimeout))
    reject(`timeout must be a number of seconds up to ${longestTimeout}`)
  if (catchUp !== undefined && catchUp !== 'skip' && catchUp !== 'once')
    reject('catchUp must be skip or once')
  if (typeof run !== 'function') reject('run must be a function')
  const next = blaming(plugin, subject, () => nextTime(definition.every))
  return Object.freeze({ plugin, definition, next })
}
