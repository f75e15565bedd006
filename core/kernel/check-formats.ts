import type { TSchema } from 'typebox'
import { sqlFormats, type ExporterDefinition } from '../../contract/index.js'
import { isKebabCase } from './checks.js'
import type { AnyImporter } from './definitions.js'
import { alreadyRegistered, RegistrationError } from './registration-error.js'

/** Definitions may come from JavaScript, which has no compiler to report a missing member. */
type Given<T> = Partial<Readonly<Record<keyof T, unknown>>>

/** Throws a RegistrationError if an importer contradicts itself or one of the others. */
export function checkImporter(
  plugin: string,
  definition: AnyImporter,
  others: ReadonlyMap<string, { readonly plugin: string; readonly definition: AnyImporter }>,
): void {
  const subject = `importer ${definition.name}`
  const reject = rejecter(plugin, subject)
  const { read, convert } = definition as { readonly read?: unknown; readonly convert?: unknown }
  if (!isKebabCase(definition.name)) reject('its name must be kebab-case')
  if (typeof definition.summary !== 'string') reject('summary is required')
  if ((typeof read === 'function') === (typeof convert === 'function'))
    reject('exactly one of read and convert is required')
  for (const [name, schema] of Object.entries<TSchema>(definition.options?.properties ?? {}))
    if (!['string', 'number', 'integer', 'boolean'].includes((schema as { type?: string }).type ?? 'string'))
      reject(`its option ${name} must be a string, a number or a boolean`)
  for (const extension of extensionsOf(definition)) {
    if (!/^\.[a-z0-9.]+$/.test(extension)) reject(`its extension ${extension} must be like .csv`)
    const owner = [...others.values()].find((other) => extensionsOf(other.definition).includes(extension))
    if (owner !== undefined) throw alreadyRegistered(plugin, `extension ${extension}`, owner.plugin)
  }
}

const extensionsOf = (definition: AnyImporter): readonly string[] =>
  'extensions' in definition ? (definition.extensions ?? []) : []

/** Throws a RegistrationError if an exporter contradicts itself. */
export function checkExporter(plugin: string, definition: ExporterDefinition): void {
  const reject = rejecter(plugin, `exporter ${definition.name}`)
  const { mediaType, extension, summary, native, write } = definition as Given<
    ExporterDefinition & { readonly native: unknown; readonly write: unknown }
  >
  if (!isKebabCase(definition.name)) reject('its name must be kebab-case')
  if (definition.name === 'json') reject('json is the answer that is not a file; use another name')
  if (typeof summary !== 'string') reject('summary is required')
  if (typeof mediaType !== 'string' || !/^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)*$/.test(mediaType))
    reject('mediaType must be like text/csv; charset=utf-8')
  if (typeof extension !== 'string' || !/^[a-z0-9]+(\.[a-z0-9]+)*$/.test(extension))
    reject('extension must be like csv')
  if ((native === undefined) === (typeof write !== 'function'))
    reject('exactly one of native and write is required')
  if (native !== undefined && !(sqlFormats as readonly unknown[]).includes(native))
    reject(`native must be one of ${sqlFormats.join(', ')}`)
}

const rejecter =
  (plugin: string, subject: string) =>
  (problem: string): never => {
    throw new RegistrationError(plugin, subject, problem)
  }
