import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressOf, type Call } from './call.js'
import { asApiError, type ApiError } from './error.js'
import { send } from './send.js'
import { token } from './session.js'
import { workspace } from './workspace.js'

/** A list that several components read. */
export interface Shared<T> {
  /** Null until it is loaded. */
  readonly data: T | null
  /** Why it could not be loaded, or not refreshed. */
  readonly error: ApiError | null
  readonly reload: () => void
}

type Known = Pick<Shared<unknown>, 'data' | 'error'>

interface Entry {
  readonly call: Call
  readonly known: Signal<Known>
  /** Loading or loaded; after a rejected request the next component that needs the list loads it again. */
  asked: boolean
  /** When it was last asked for, in milliseconds since 1970; null if never. */
  askedAt: number | null
}

const entries = new Map<string, Entry>()
const nothing: Shared<never> = { data: null, error: null, reload: () => undefined }

/** A list that several components read (metrics, fields, marks), loaded once per workspace. Null loads nothing. */
export function useShared<T>(call: Call | null): Shared<T> {
  const entry = call === null ? null : entryOf(call)
  useEffect(() => {
    if (entry?.asked === false) void load(entry)
  }, [entry])
  if (entry === null) return nothing
  const { data, error } = entry.known.value as Pick<Shared<T>, 'data' | 'error'>
  const reload = (): void => {
    entry.known.value = { data, error: null }
    void load(entry)
  }
  return { data, error, reload }
}

/** The same list, with its data mapped. */
export const sharedPart = <T, Part>(
  { data, ...rest }: Shared<T>,
  partOf: (data: T) => Part,
): Shared<Part> => ({
  ...rest,
  data: data === null ? null : partOf(data),
})

/** The data of a list, if it is loaded; null if not. Loads nothing. */
export const peekShared = <T>(call: Call): T | null => entryOf(call).known.peek().data as T | null

/** Loads a list ahead of its use, or again if it was asked for more than `lifetime` milliseconds ago. */
export function refreshShared(call: Call, lifetime: number): void {
  const entry = entryOf(call)
  if (entry.askedAt === null || Date.now() - entry.askedAt > lifetime) void load(entry)
}

/** Reloads the lists under a path, after a change there. */
export function reloadShared(path: string): void {
  for (const entry of entries.values()) if (entry.call.path.startsWith(path)) void load(entry)
}

function entryOf(call: Call): Entry {
  const key = `${workspace.value?.id ?? ''} ${addressOf(call)}`
  let entry = entries.get(key)
  if (entry === undefined) {
    entry = { call, known: signal<Known>({ data: null, error: null }), asked: false, askedAt: null }
    entries.set(key, entry)
  }
  return entry
}

async function load(entry: Entry): Promise<void> {
  const { call, known } = entry
  entry.asked = true
  entry.askedAt = Date.now()
  try {
    known.value = { data: await send(call), error: null }
  } catch (thrown) {
    const error = asApiError(thrown)
    known.value = { ...known.peek(), error }
    // Temporary failures are retried; a rejected request is not.
    if (error.status === 0 || error.status === 429 || error.status >= 500)
      setTimeout(() => retry(entry), patience)
    else entry.asked = false
  }
}

const patience = 3_000

function retry(entry: Entry): void {
  if ([...entries.values()].includes(entry)) void load(entry)
}

token.subscribe((text) => {
  if (text === null) entries.clear()
})
