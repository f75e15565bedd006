import type { Static, TObject, TSchema } from 'typebox'
import type { ChannelDefinition } from './channel.js'
import type { CheckDefinition, EarlyCheckDefinition } from './check.js'
import type { CommandDefinition, CommandGroup } from './command.js'
import type { AccessControl } from './access.js'
import type { WorkspaceAsk } from './ask.js'
import type { OperatorDefinition } from './operators/operator.js'
import type { Relation } from './plan.js'
import type { EventHandler, EventRef, HandlerOptions } from './event.js'
import type { ExporterDefinition } from './exporter.js'
import type { ImporterDefinition } from './importer.js'
import type { JobDefinition } from './job.js'
import type { PageDefinition } from './page.js'
import type { Grain, PointRef, Question } from './question.js'
import type { SourceName } from './sources.js'
import type { AnswerKind, MetricKind } from './metric-kind.js'
import type { ServiceDependencies } from './service-dependencies.js'
import { serviceRef, type ServiceRef } from './service-ref.js'
import type { SettingDefinition } from './setting.js'
import type { StorageDefinition } from './storage-definition.js'
import type { Handled, NoReplySchemas, ReplySchemas, RouteStatus, Sent } from './reply.js'
import type { RouteDefinition } from './route.js'
import type { RouteExamples } from './route-example.js'
import type { Tag } from './tag.js'

/** The version of this contract. A plugin written for another version is rejected at boot. */
export const contractNumber = 1

export interface Plugin {
  /** In kebab-case, equal to the folder's name. */
  readonly name: string
  readonly contract: number
  /** Plugins that register before this one, if present. It only orders them; it gives no access to them. */
  readonly after: readonly string[]
  /** Declares everything synchronously. The registries are frozen afterwards. */
  register(host: PluginHost): void
}

export interface PluginHost {
  metric<P extends TObject>(definition: MetricDefinition<P>): void
  query<I extends TObject, R extends TSchema = TSchema>(definition: QueryDefinition<I, R>): void
  /** The compiler checks what the handler returns against `response` and `otherwise`. */
  route<
    P extends TObject,
    Q extends TObject,
    B extends TSchema,
    R extends TSchema = TSchema,
    S extends RouteStatus = 200,
    O extends ReplySchemas = NoReplySchemas,
    const A extends Handled<R, S, O> = Handled<R, S, O>,
  >(
    definition: RouteDefinition<P, Q, B, R, S, O, A>,
  ): void
  operator(definition: OperatorDefinition): void
  /** Declares a setting, which is read from the environment and the config file like the service's own. */
  setting(definition: SettingDefinition): void
  /** Declares a command of the program, or a group of commands under one name. */
  command<A extends TObject, O extends TObject>(definition: CommandDefinition<A, O> | CommandGroup): void
  /** Declares a check of `sextant doctor`. */
  check(definition: CheckDefinition | EarlyCheckDefinition): void
  /** Declares a storage adapter, which the operator chooses with STORAGE. */
  storage(definition: StorageDefinition): void
  /** Declares periodic work, which one process of several runs. */
  job(definition: JobDefinition): void
  /** Examples of the plugin's own routes, those of its metrics and queries included, for the API description. */
  examples(examples: RouteExamples): void
  /** Handles an event that this process announces, after the fact. Delivered at most once. */
  on<E extends object>(event: EventRef<E>, handle: EventHandler<E>, options?: HandlerOptions): void
  /** Declares a way by which messages leave the service. */
  channel<S extends TObject>(definition: ChannelDefinition<S>): void
  /** Registers a service: one instance per process, created at boot; its close() is called at shutdown. */
  service<T extends object>(ref: ServiceRef<T>, make: (dependencies: ServiceDependencies) => T): void
  /** A folder of numbered SQL files (0001-name.sql …) that create and change the plugin's record tables. */
  migrations(directory: URL): void
  /**
   * A folder of files for browsers, each served under its own path; the URL ends with a slash. Its index.html is
   * also served for every other address that a browser requests as a page, unless its first path segment belongs to a
   * route of the service (/api/…). Files in assets/ have a hash in their names and are cached forever. Only one plugin
   * may have such a folder. `paths` are the addresses of its views, which no page() may have. Its frame.html is the
   * document in which pages of other plugins run: it is served sandboxed.
   */
  pages(directory: URL, paths?: readonly string[]): void
  /** Declares a page of the explorer, whose module runs in a frame of its own. */
  page(definition: PageDefinition): void
  /** A file format, or an export of another product, that `sextant import` reads. */
  importer<O extends TObject>(definition: ImporterDefinition<O>): void
  /** A file format in which routes with `exports` send rows. */
  exporter(definition: ExporterDefinition): void
}

export const definePlugin = (plugin: Plugin): Plugin => Object.freeze(plugin)

/** The one service that the core requires; a plugin supplies it. */
export const accessControl = serviceRef<AccessControl>('accessControl')

/** A multi-part argument: its notation in lists (`name:fn`), and the parameters that a string sets. */
export interface ArgumentForm {
  readonly form: string
  read(text: string): Readonly<Record<string, string>>
}

/** `out` states the variance of the parameters. Without it the compiler infers it, which takes five seconds of each build. */
export interface MetricDefinition<out P extends TObject> {
  /** The metric's name in GET /metrics/query, formulas and lists, in snake_case. */
  readonly key: string
  /** The name that people read: `Active people per day`. The words of the key by default. */
  readonly title?: string
  /** The route is GET /api/v1/metrics/<path>; the key by default. Its :name parameters are in `params` too. */
  readonly path?: string
  /** The parameter that the key `<key>:<argument>` sets (`event:signup`), or the form that sets several. */
  readonly argument?: string | ArgumentForm
  readonly summary: string
  readonly unit: string
  readonly kind: MetricKind
  readonly source: SourceName
  /** Counts actors: takes the parameter `actor`, whose rows rowsOf() has as `person`. */
  readonly actors?: true
  /** The parameters of this metric beyond the common ones. */
  readonly params: P
  /**
   * `series`: the plan yields `bucket`, `dimension?` and `value` (see series()). `top`: `label` and `count`,
   * one row per label, in any order. `page`: the rows to page through, sorted by a total order. `list`: the
   * same rows as one bare array, independent of the range; paged only if `limit` is given.
   */
  readonly answer: AnswerKind
  /** The default and the maximum limit of a top list, page or list. By default 10, 100 and none. */
  readonly limit?: { readonly usual: number; readonly most: number }
  /**
   * How a series' total is computed from its points: their sum or mean. By default the total is the value
   * over the whole range, which the plan's rows without a bucket supply.
   */
  readonly total?: 'sum' | 'avg'
  /**
   * Whether the values of a breakdown add up to the value of all rows, with these parameters. By default counts do,
   * and no other kind.
   */
  readonly additive?: (params: Static<P>) => boolean
  /** A bucket without a row yields no point; by default it is 0. */
  readonly sparse?: true
  /** The plan requires the local days of the range. */
  readonly days?: true
  /** The fixed dimensions of a series, in order; a breakdown then has no effect. */
  readonly dimensions?: (params: Static<P>) => readonly string[]
  /** The default granularity; daily unless set. */
  readonly grain?: Grain
  /** Returns the field that always breaks this metric down, read from its parameters. */
  readonly breakdown?: (params: Static<P>) => string
  plan(question: Question, params: Static<P>): Relation
  /**
   * The plan for the persons behind a point of the series, or behind a label of the top list (as the
   * dimension). It has the form of a page, see peopleOf(), and is served under <path>/people. Throw a 422 for
   * a point without persons of its own, such as one without a date.
   */
  people?(question: Question, params: Static<P>, point: PointRef): Relation
}

/** A query whose response is not a list of buckets: POST /api/v1/<path> with a JSON body, for any member. */
export interface QueryDefinition<I extends TObject, R extends TSchema = TSchema> {
  readonly key: string
  readonly path: string
  readonly summary: string
  readonly input: I
  /** The chapter of the API description; the plugin's name by default. */
  readonly tag?: string | Tag
  /** The shape of the whole body; what run() returns must have it. */
  readonly response?: R
  /**
   * The response contains figures and the labels of their breakdowns, and never a row of a person, an event
   * or a log line. Only then may a public link show it.
   */
  readonly figures?: true
  /** A saved query is validated by running it over no rows, so it must succeed on empty data too. */
  run(ask: WorkspaceAsk, input: Static<I>): Promise<object & Sent<Static<NoInfer<R>>>>
}
