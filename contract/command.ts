import type { Static, TObject, TSchema } from 'typebox'
import type { Log } from './log.js'
import type { Relation } from './plan.js'
import type { ServiceDependencies } from './service-dependencies.js'
import type { AfterWork, RunningService, ServeOptions } from './running-service.js'
import type { ReadSetting } from './setting.js'
import type { Settings } from './settings.js'
import type { AnalyticsStore, RecordStore, Row } from './storage.js'
import type { Explanation } from './views.js'
import type { WorkspaceRef } from './workspace.js'

/** A failure in words for the operator: printed as one line as it is. The command then exits with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** A command of the program, `sextant <name>`, or one of a group, `sextant <group> <name>`. */
export interface CommandDefinition<A extends TObject = TObject, O extends TObject = TObject> {
  /** In kebab-case. */
  readonly name: string
  /** One line of `sextant --help`, in lower case without a final period. */
  readonly summary: string
  /** The text of `sextant <name> --help`; the summary by default. */
  readonly description?: string
  /** The positional arguments, in order, optional ones last. */
  readonly arguments?: A
  /**
   * The options: `dry_run` is --dry-run. A boolean is a switch, an array may be given several times, and a
   * schema's title stands for the value in the help (`--workspace <slug or id>`). `hidden: true` leaves an
   * option out of the help.
   */
  readonly options?: O
  /**
   * Runs the command. Throw a CommandError for the operator; the error line of any other error names the
   * plugin.
   */
  run(command: CommandContext, input: Static<A> & Static<O>): Promise<void>
}

/** Commands under a common name: `sextant views check`, `sextant views rebuild`. */
export interface CommandGroup {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly commands: readonly CommandDefinition[]
}

/** The schema of no arguments or options. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- an object without properties is meant
type NoInput = TObject<Record<never, TSchema>>

/** Returns the definition without the types of its own input, for a group's list. */
export const defineCommand = <A extends TObject = NoInput, O extends TObject = NoInput>(
  definition: CommandDefinition<A, O>,
): CommandDefinition => Object.freeze({ ...definition })

/** What a command may use. Stores are open only inside withRecords() and withStores(). */
export interface CommandContext {
  readonly settings: Settings
  /** Reads a setting that a plugin declares. */
  readonly setting: ReadSetting
  /** Writes to standard error. Warnings and errors only, unless LOG_LEVEL is set. */
  readonly log: Log
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  /** Writes a line of the result to standard output. */
  say(line?: string): void
  /** Writes a line about the progress to standard error. */
  note(line: string): void
  /** Writes rows as aligned columns to standard output. */
  table(rows: readonly (readonly string[])[]): void
  /** Shows progress on standard error: a bar on a terminal, else a line at each tenth. */
  progress(title: string, total: number): CommandProgress
  /** Prompts twice without echo on a terminal, else returns the first line of standard input. */
  askPassword(): Promise<string>
  /** The command exits with 1, although it does not throw. */
  fail(): void
  /**
   * Opens the records, brings the tables of all plugins up to date, and closes them when `work` ends. An
   * embedded database is started for this time. If a running service uses it, rejects with an error that ends
   * with `or <instead>`.
   */
  withRecords<T>(instead: string, work: (stores: OpenRecords) => Promise<T>): Promise<T>
  /** Like withRecords(), and opens the analytics storage too. */
  withStores<T>(instead: string, work: (stores: OpenStores) => Promise<T>): Promise<T>
  /**
   * Runs the service like `sextant start`, and `work` once it is ready. Resolves when the service has stopped:
   * after `work` if it returns `end` or rejects, else on SIGTERM or SIGINT, which end it during `work` too.
   */
  serve(work: (service: RunningService) => Promise<AfterWork>, options?: ServeOptions): Promise<void>
}

export interface CommandProgress {
  /** `done` is the completed part of the total; `words` describe it. */
  update(done: number, words: string): void
  stop(): void
}

/** The services of plugins are created, but not started. */
export interface OpenRecords extends Pick<ServiceDependencies, 'use' | 'find'> {
  readonly records: RecordStore
  /** Returns the workspace with this slug or id. Rejects with a CommandError if there is none. */
  readonly workspace: (slugOrId: string) => Promise<WorkspaceRef>
  /** Returns all workspaces; none before the first start of the service. */
  readonly workspaces: () => Promise<readonly WorkspaceRef[]>
}

export interface OpenStores extends OpenRecords {
  readonly analytics: AnalyticsStore
  /** Runs a plan in a workspace, within the budget of a query. */
  readonly rows: (workspace: WorkspaceRef, plan: Relation) => Promise<readonly Row[]>
  /** Explains how the storage would answer a plan in a workspace now. */
  readonly explain: (workspace: WorkspaceRef, plan: Relation) => Promise<Explanation>
}
