import type { ExportImporter, FileImporter, ImportEndpoint } from '../../../contract/index.js'
import type { AnyImporter } from '../../../core/kernel/definitions.js'
import type { Registered } from '../../../core/kernel/registries.js'

/** All registered importers by name, in the order of their registration. */
export type ImportFormats = ReadonlyMap<string, Registered<AnyImporter>>

export type RegisteredFile = Registered<FileImporter>
export type RegisteredExport = Registered<ExportImporter>

/** The file formats, the one registered last first. */
export const fileFormats = (formats: ImportFormats): readonly RegisteredFile[] =>
  [...formats.values()].filter(isFile).reverse()

/** The exports of other products, the one registered last first. */
export const exportFormats = (formats: ImportFormats): readonly RegisteredExport[] =>
  [...formats.values()].filter(isExport).reverse()

const isFile = (one: Registered<AnyImporter>): one is RegisteredFile => 'read' in one.definition
const isExport = (one: Registered<AnyImporter>): one is RegisteredExport => 'convert' in one.definition

/** An importer broke its contract. The message names its plugin. */
export class ImporterFault extends Error {
  override readonly name = 'ImporterFault'
}

export const faultOf = (
  { plugin, definition }: Registered<AnyImporter>,
  problem: string,
  cause?: unknown,
): ImporterFault => new ImporterFault(`plugin ${plugin}: importer ${definition.name}: ${problem}`, { cause })

/** The fault of an importer that threw this. */
export const thrownBy = (importer: Registered<AnyImporter>, error: unknown): ImporterFault =>
  faultOf(importer, error instanceof Error ? error.message : String(error), error)

/** Returns what `work` returns, or `otherwise` after a warning that names the plugin. */
export function attempt<T>(
  importer: Registered<AnyImporter>,
  work: () => T,
  otherwise: T,
  warn: (line: string) => void,
): T {
  try {
    return work()
  } catch (error) {
    warn(thrownBy(importer, error).message)
    return otherwise
  }
}

/** Returns where the items of an importer go; null for POST /v1/<source>. */
export function endpointOf(importer: Registered<AnyImporter> | null): ImportEndpoint | null {
  const endpoint = importer?.definition.endpoint
  if (importer === null || endpoint === undefined) return null
  return {
    ...endpoint,
    body(items) {
      try {
        return endpoint.body(items)
      } catch (error) {
        throw thrownBy(importer, error)
      }
    },
  }
}
