import Type, { type TObject } from 'typebox'
import { createValidators } from '../../../http/validators.js'
import type { RegisteredExport, RegisteredFile } from './formats.js'

type Texts = Readonly<Record<string, string>>
type Values = Readonly<Record<string, unknown>>

/** The options of a file format and of an export in it, validated, with their defaults. */
export interface FormatOptions {
  readonly file: Values
  readonly export: Values
}

/**
 * Validates options of the command line. One that the export declares belongs to it, any other to the file
 * format. Throws an error that names the closest known option.
 */
export function formatOptions(
  found: { readonly container: RegisteredFile; readonly dialect: RegisteredExport | null },
  given: Texts = {},
): FormatOptions {
  const ofExport = found.dialect?.definition.options ?? Type.Object({})
  const isExports = (name: string): boolean => Object.hasOwn(ofExport.properties, name)
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isExports(name) === wanted))
  return {
    file: validated(found.container.definition.options ?? Type.Object({}), part(false)),
    export: validated(ofExport, part(true)),
  }
}

/** The options that a file format declares, before it is known which export the file holds. */
export function fileOptions({ definition: { options } }: RegisteredFile, given: Texts = {}): Values {
  const schema = options ?? Type.Object({})
  const own = Object.entries(given).filter(([name]) => Object.hasOwn(schema.properties, name))
  return validated(schema, Object.fromEntries(own))
}

const validated = (schema: TObject, texts: Texts): Values =>
  createValidators().ofTexts(schema, 'option')(texts) as Values
