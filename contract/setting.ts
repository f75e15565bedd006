import type { Static, TSchema } from 'typebox'

/** The name and type of a setting that a plugin declares. Other plugins read it by a reference of their own. */
export interface SettingRef<T> {
  /** As in the environment and in a config file: COMMENTS_LIMIT. */
  readonly name: string
  /** Never set; it only carries the type. */
  readonly type?: T
}

/** A setting of a plugin, declared with `host.setting()` and read with `setting()`. */
export interface SettingDefinition<T = unknown> extends SettingRef<T> {
  /** A string, number, integer, boolean or a choice of strings, because it must fit an environment variable. */
  readonly schema: TSchema
  /** Without a default, the setting is null unless the operator sets it. */
  readonly default?: NonNullable<T>
  /** One sentence without a final period, for the table of settings. It states the unit. */
  readonly description: string
  /** The value is never printed, and `<name>_FILE` may name a file with it. */
  readonly secret?: boolean
  /** Returns what a valid value must be (`must be a URL`), or null if this one is valid. */
  check?(value: NonNullable<T>): string | null
}

interface Declared<S extends TSchema> {
  readonly name: string
  readonly schema: S
  readonly description: string
  readonly secret?: boolean
  check?(value: Static<S>): string | null
}

/** Returns the definition with the type of its value, which is null if it has no default and is unset. */
export function defineSetting<S extends TSchema>(
  definition: Declared<S> & { readonly default: Static<S> },
): SettingDefinition<Static<S>>
export function defineSetting<S extends TSchema>(
  definition: Declared<S> & { readonly default?: undefined },
): SettingDefinition<Static<S> | null>
export function defineSetting(definition: Declared<TSchema> & { readonly default?: unknown }): object {
  return Object.freeze({ ...definition })
}

/** A reference to a setting that another plugin declares. */
export const settingRef = <T>(name: string): SettingRef<T> => Object.freeze({ name })

/** Returns the value of a setting. Throws if no plugin declares it. */
export type ReadSetting = <T>(ref: SettingRef<T>) => T
