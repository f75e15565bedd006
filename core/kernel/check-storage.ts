import type { AnalyticsStore, StorageDefinition } from '../../contract/index.js'
import { isKebabCase } from './checks.js'
import { RegistrationError } from './registration-error.js'

/** Plugins written in JavaScript have no compiler to report these. */
export function checkStorage(plugin: string, { name, title, open }: StorageDefinition): void {
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `storage ${name}`, problem)
  }
  if (typeof name !== 'string' || !isKebabCase(name)) reject('its name must be kebab-case')
  if (typeof title !== 'string' || title.trim() === '') reject('title is required')
  if (typeof open !== 'function') reject('open must be a function')
}

const methods = [
  'append',
  'close',
  'compile',
  'createWorkspace',
  'dataVersion',
  'dropWorkspace',
  'ping',
  'prepare',
  'properties',
  'run',
  'start',
] as const satisfies readonly (keyof AnalyticsStore)[]

/** Returns what a value lacks to be a store, or null. */
export function storeFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return 'open() must return a store'
  const store = value as Partial<AnalyticsStore>
  const lacking = methods.find((name) => typeof store[name] !== 'function')
  if (lacking !== undefined) return `its store must have the method ${lacking}`
  if (typeof store.engine !== 'string') return 'its store must have the name of its engine'
  return store.native instanceof Set ? null : 'its store must have the set of its native operators'
}
