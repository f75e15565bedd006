import type { Static, TObject } from 'typebox'
import type { JsonObject } from './json.js'
import type { Log } from './log.js'
import { serviceRef, type ServiceRef } from './service-ref.js'
import type { ReadSetting } from './setting.js'
import type { Settings } from './settings.js'
import type { Records } from './storage.js'

export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** What a plugin wants to tell people, or programs, through a channel. */
export interface Message {
  /** Names the message: the same id is sent once through the same channel. A new one unless given. */
  readonly id?: string
  readonly workspaceId: string
  /** What it is about, for programs: `alert.firing`. In the form `<thing>.<done>`. */
  readonly type: string
  readonly severity: Severity
  /** One line, at most 200 characters. */
  readonly title: string
  /** Plain text, at most 10,000 characters. */
  readonly text: string
  /** Where to read more; an http or https address. */
  readonly link?: string
  /** The same for programs, at most 64 KB: the value, the threshold. */
  readonly data?: JsonObject
}

/** A message as a channel gets it. */
export interface SentMessage extends Omit<Message, 'link' | 'data'> {
  readonly id: string
  readonly link: string | null
  readonly data: JsonObject
  /** When it was handed over, in milliseconds since 1970 UTC. */
  readonly at: number
}

/** What an attempt may use. */
export interface ChannelContext {
  readonly settings: Settings
  /** Reads a setting that a plugin declares. */
  readonly setting: ReadSetting
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number
  readonly use: <T extends object>(ref: ServiceRef<T>) => T
  /** Returns null if no plugin supplies the service. */
  readonly find: <T extends object>(ref: ServiceRef<T>) => T | null
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Aborted when the time is over or the service stops. */
  readonly signal: AbortSignal
  /** Names the channel and the message in every line. */
  readonly log: Log
}

export interface ChannelErrorOptions extends ErrorOptions {
  /** A repetition would fail as well: the address is wrong, the receiver has gone. */
  readonly permanent?: boolean
}

/** The receiver did not take a message. Its text is shown to admins, so it must hold no secret. */
export class ChannelError extends Error {
  readonly permanent: boolean

  constructor(message: string, { permanent = false, ...options }: ChannelErrorOptions = {}) {
    super(message, options)
    this.name = 'ChannelError'
    this.permanent = permanent
  }
}

/** A way by which messages leave the service. */
export interface ChannelDefinition<S extends TObject> {
  /** In kebab-case, unique among all plugins. */
  readonly name: string
  /** One line for people who choose a channel. */
  readonly summary: string
  /**
   * What each use of the channel sets: an address, a URL. Secrets have `writeOnly: true`; they are stored encrypted and never
   * read back.
   */
  readonly settings: S
  /** Seconds after which an attempt is aborted, at most 60; 10 by default. */
  readonly timeout?: number
  /** Returns what the settings must be (`url must be public`), or null if these are valid. */
  check?(settings: Static<S>, context: Pick<ChannelContext, 'settings' | 'setting'>): string | null
  /**
   * Hands a message over. It is repeated for a day until it resolves, and also if the process dies meanwhile, so
   * a receiver tells repetitions by the message's id. Throw a ChannelError for the receiver's faults; any other error names the
   * plugin in the log.
   */
  send(message: SentMessage, settings: Static<S>, context: ChannelContext): Promise<void>
}

/** A channel as the service has checked it. */
export interface DeclaredChannel {
  readonly plugin: string
  readonly definition: ChannelDefinition<TObject>
  /** Returns the settings with their defaults. Throws VALIDATION_ERROR, with paths inside the settings. */
  readonly validate: (settings: unknown) => Static<TObject>
}

/** Sends messages through the channels that plugins declare. Supplied by the plugin `messages`. */
export interface Messages {
  /** Called once, before any service is started. */
  begin(channels: readonly DeclaredChannel[]): void
  /** Throws VALIDATION_ERROR for an unknown channel and for settings that it does not take. */
  check(channel: string, settings: unknown): void
  /**
   * Records a message, which is sent soon and repeated until the receiver takes it or a day is over. With `transaction`, it is
   * recorded with that transaction, or not at all. Returns the message's id. Throws as check() does.
   */
  send(channel: string, settings: unknown, message: Message, transaction?: Records): Promise<string>
}

export const messages = serviceRef<Messages>('messages')
