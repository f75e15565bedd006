import type { SettingDefinition } from '../../contract/index.js'
import { RegistrationError } from './registration-error.js'

/** One word alone could be a variable of the system, such as PATH. */
const severalWords = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/
/** The environment has variables of others with these beginnings. */
const foreign = /^(NODE|NPM|SEXTANT)_/
const scalarTypes = ['string', 'integer', 'number', 'boolean']

export function checkSetting(plugin: string, setting: SettingDefinition): void {
  const { name, schema, description, default: value } = setting
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `setting ${name}`, problem)
  }
  // Plugins written in JavaScript have no compiler to report these.
  if (typeof name !== 'string' || !severalWords.test(name))
    reject('its name must be two or more words in capitals, such as COMMENTS_LIMIT')
  if (foreign.test(name)) reject('its name must not begin with NODE_, NPM_ or SEXTANT_')
  if (name.endsWith('_FILE')) reject('its name must not end with _FILE, which names the file of a secret')
  if (typeof description !== 'string' || description.trim() === '') reject('description is required')
  if (!isScalar(schema)) reject('its schema must be a string, number, integer, boolean or choice of strings')
  if (value !== undefined && !['string', 'number', 'boolean'].includes(typeof value))
    reject('its default must be a string, number or boolean')
}

interface Shape {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly { readonly const?: unknown }[]
}

function isScalar(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, enum: values, anyOf } = schema as Shape
  const choices = values ?? anyOf?.map((one) => one.const)
  if (choices !== undefined) return choices.every((choice) => typeof choice === 'string')
  return typeof type === 'string' && scalarTypes.includes(type)
}
