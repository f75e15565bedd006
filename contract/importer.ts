import type { Static, TObject } from 'typebox'

/** The kinds of lines that a file can hold: those of POST /v1/events, /v1/logs and /v1/metrics. */
export const importSources = ['events', 'logs', 'metrics'] as const
export type ImportSource = (typeof importSources)[number]

/** What is done of a file: `offset` in bytes, `line` in lines (or rows, or whatever the format counts). */
export interface ImportPosition {
  readonly offset: number
  readonly line: number
}

/**
 * One item of a file: the JSON text, on one line, of an object in the shape of POST /v1/events, /v1/logs or /v1/metrics, or
 * the reason why it is invalid. `line` is where it starts, from 1; `end` is its last line; `offset` is the
 * byte after it, in the content that open() returns. If `hasId` is true, it has a message_id of its
 * own; false says that it is known to have none, and spares a look at its text.
 */
export type ImportItem = {
  readonly line: number
  readonly end: number
  readonly offset: number
} & ({ readonly json: string; readonly hasId?: boolean } | { readonly error: string })

/** A JSON object, as an item of an export is read. */
export type ImportMembers = Readonly<Record<string, unknown>>

/**
 * The file, or one of its items, is not what the format requires. The message is shown to the operator as it
 * is; any other error of an importer is a fault of its plugin and shown with the plugin's name.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The beginning of a file, from which its format is detected. */
export interface ImportStart {
  /** The file's name without folders. */
  readonly name: string
  readonly packing: 'none' | 'gzip' | 'zip'
  /** The first bytes of the unpacked content that are not blank: at most 64 KB, none if the file is empty. */
  readonly bytes: Uint8Array
}

/** The file, for a reader of its content. */
export interface ImportInput<O = Readonly<Record<string, unknown>>> {
  readonly path: string
  /** The size of the file in bytes, packed as it is. */
  readonly size: number
  readonly source: ImportSource
  readonly options: O
  /**
   * Items up to here were sent before. The service drops those that are yielded again, so that reading from
   * the start is slower and never wrong.
   */
  readonly from: ImportPosition
  /** Streams the unpacked content from a byte on. Chunks end anywhere. */
  readonly open: (offset: number) => AsyncIterable<Uint8Array>
}

/** Where the items go; by default POST /v1/<source> as JSON Lines. */
export interface ImportEndpoint {
  /** An ingest route of the service, which accepts the ingest key as a Bearer token. */
  readonly path: string
  /** The most items of one request. */
  readonly most: number
  /** Returns the body from the JSON texts of the items. */
  body(items: readonly string[]): string
}

interface ImporterParts<O extends TObject> {
  /** The value of --format, in kebab-case. */
  readonly name: string
  /** For --help, one line. */
  readonly summary: string
  /** Options of the command line (--option name=value): strings, numbers and booleans. */
  readonly options?: O
  readonly endpoint?: ImportEndpoint
}

/** A file format: turns the content of a file into items. */
export interface FileImporter<O extends TObject = TObject> extends ImporterParts<O> {
  /** File names with these endings (`.csv`, also before `.gz`) are in this format. */
  readonly extensions?: readonly string[]
  /**
   * Whether the content is in this format. `certain` counts before the extensions, `possible` after them. Of
   * two formats that answer alike, the one registered last is chosen.
   */
  detect?(start: ImportStart): 'certain' | 'possible' | 'no'
  /** The items may be those of another product's export: importers with `convert` are asked for them. */
  readonly holdsExports?: true
  /**
   * Yields the items in the order of the file, one by one or in lists, which cost less. An item that is invalid is
   * yielded with its error; throw an ImportError if nothing after it can be read.
   */
  read(input: ImportInput<Static<O>>): AsyncIterable<ImportItem | readonly ImportItem[]>
}

/** An export of another product, in any file format that `holdsExports`: converts one item after another. */
export interface ExportImporter<O extends TObject = TObject> extends ImporterParts<O> {
  /** Whether an item, the first of its file, is of such an export. */
  recognizes?(item: ImportMembers): boolean
  /**
   * Returns the items in our shape, each with a message_id: the item's own, or `fallbackId`, which follows
   * from the file, the line and the text. Throw an ImportError if the item is invalid; the others are sent.
   */
  convert(item: ImportMembers, fallbackId: string, options: Static<O>): readonly object[]
}

export type ImporterDefinition<O extends TObject = TObject> = FileImporter<O> | ExportImporter<O>
