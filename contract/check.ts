import type { CommandContext, OpenStores } from './command.js'
import type { StorageDefinition } from './storage-definition.js'

/** One line of `sextant doctor`. `words` say what was found and, unless it is ok, how to fix it. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail'
  readonly subject: string
  readonly words: string
}

export const findingOk = (subject: string, words: string): Finding => ({ status: 'ok', subject, words })
export const findingWarn = (subject: string, words: string): Finding => ({ status: 'warn', subject, words })
export const findingFail = (subject: string, words: string): Finding => ({ status: 'fail', subject, words })

/** What a check that runs before the stores are open may use. */
export interface EarlyCheckContext extends Pick<CommandContext, 'settings' | 'setting' | 'log' | 'clock'> {
  /** The storage that the settings name. */
  readonly storage: Omit<StorageDefinition, 'open'>
  /** Aborted when the check has run for too long. */
  readonly signal: AbortSignal
}

/** The open stores, whose tables may not exist yet: the doctor changes nothing, and neither may a check. */
export interface CheckContext extends OpenStores, EarlyCheckContext {}

/** A check of `sextant doctor`, which runs once the stores are open. */
export interface CheckDefinition {
  /** In kebab-case; the subject of the finding if the check fails itself. */
  readonly name: string
  /** See EarlyCheckDefinition. */
  readonly before?: never
  /** Returns the findings, in the order in which they are printed. Has 60 seconds. */
  run(check: CheckContext): Promise<readonly Finding[]>
}

/** A check of `sextant doctor`, which runs before the stores are open and also if they cannot be opened. */
export interface EarlyCheckDefinition {
  /** As in CheckDefinition. */
  readonly name: string
  readonly before: 'stores'
  /** As in CheckDefinition. */
  run(check: EarlyCheckContext): Promise<readonly Finding[]>
}
