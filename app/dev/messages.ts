/** What a service process is to run. */
export interface DevTask {
  /** The plugin's module. */
  readonly entry: string
  /** The plugin's folder, whose lines a stack shows. */
  readonly folder: string
  readonly storage: string
  readonly dataDir: string
  /** postgres://user:password@host:port/database */
  readonly databaseUrl: string
  readonly configFile: string | null
  /** Fills the demo workspace, or adds what has happened in its story since. */
  readonly fill: boolean
  readonly days: number
  readonly devices: number
}

/** To the process: load the plugin; then, once the process before has ended, serve. */
export type ToService = { readonly kind: 'load'; readonly task: DevTask } | { readonly kind: 'serve' }

/** From the process. `lines` are for the terminal. */
export type FromService =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'failed'; readonly lines: readonly string[] }
  | { readonly kind: 'ready'; readonly lines: readonly string[] }
