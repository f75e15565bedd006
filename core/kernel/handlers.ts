import {
  serviceEvents,
  type DeclaredHandler,
  type EventHandler,
  type EventRef,
  type HandlerOptions,
  unknownName,
} from '../../contract/index.js'
import { RegistrationError } from './registration-error.js'

/** Seconds. */
const usualTimeout = 30
const longestTimeout = 3_600

const eventName = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9_]*)+$/

const builtIn: readonly string[] = Object.values(serviceEvents).map(({ name }) => name)
const reserved = new Set(builtIn.map((name) => name.split('.')[0]))

/** Returns what is wrong with the name of an event; null if nothing is. */
export function eventNameProblem(name: unknown): string | null {
  if (typeof name !== 'string' || !eventName.test(name))
    return 'an event must be made by defineEvent() and named like comments.posted'
  const isUnknown = reserved.has(name.split('.')[0]) && !builtIn.includes(name)
  return isUnknown ? unknownName('event', name, builtIn) : null
}

/** Returns a plugin's handler with its defaults. Throws a RegistrationError if anything is invalid. */
export function declaredHandler<P extends object>(
  plugin: string,
  event: EventRef<P>,
  handle: EventHandler<P>,
  options: HandlerOptions | undefined,
): DeclaredHandler {
  // Plugins written in JavaScript have no compiler to report these.
  const name: unknown = (event as unknown as Partial<EventRef<P>> | undefined)?.name
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `handler of ${String(name)}`, problem)
  }
  const problem = eventNameProblem(name)
  if (problem !== null) reject(problem)
  if (typeof (handle as unknown) !== 'function') reject('the handler must be a function')
  const { timeout = usualTimeout } = options ?? {}
  if (typeof (timeout as unknown) !== 'number' || !(timeout > 0 && timeout <= longestTimeout))
    reject(`timeout must be a number of seconds up to ${longestTimeout}`)
  return Object.freeze({ plugin, event: event.name, handle: handle as EventHandler<object>, timeout })
}
