import type { CheckDefinition, EarlyCheckDefinition } from '../../contract/index.js'
import { RegistrationError } from './registration-error.js'

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

export function checkCheck(plugin: string, check: CheckDefinition | EarlyCheckDefinition): void {
  const { name } = check
  const subject = `check ${name}`
  // Plugins written in JavaScript have no compiler to report these.
  if (typeof name !== 'string' || !kebabCase.test(name))
    throw new RegistrationError(plugin, subject, 'its name must be kebab-case')
  if (typeof check.run !== 'function') throw new RegistrationError(plugin, subject, 'run() is required')
  if ('before' in check && (check.before as unknown) !== 'stores')
    throw new RegistrationError(plugin, subject, 'before must be stores')
}
