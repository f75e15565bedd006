import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { addressOf, type Call } from './call.js'
import { asApiError } from './error.js'
import { send } from './send.js'
import { token } from './session.js'
import { workspace } from './workspace.js'

interface Entry {
  readonly call: Call
  readonly value: Signal<unknown>
  asked: boolean
}

const entries = new Map<string, Entry>()

/** The lists that many parts read (metrics, fields, marks): asked once a workspace, null until they are there. */
export function useShared<T>(call: Call | null): T | null {
  const entry = call === null ? null : entryOf(call)
  useEffect(() => {
    if (entry?.asked === false) void load(entry)
  }, [entry])
  return (entry?.value.value ?? null) as T | null
}

/** Asks anew what lies below a path, after it was changed. */
export function reloadShared(path: string): void {
  for (const entry of entries.values()) if (entry.call.path.startsWith(path)) void load(entry)
}

function entryOf(call: Call): Entry {
  const key = `${workspace.value?.id ?? ''} ${addressOf(call)}`
  let entry = entries.get(key)
  if (entry === undefined) {
    entry = { call, value: signal(null), asked: false }
    entries.set(key, entry)
  }
  return entry
}

async function load(entry: Entry): Promise<void> {
  entry.asked = true
  try {
    entry.value.value = await send(entry.call)
  } catch (error) {
    const { status } = asApiError(error)
    // What cannot be answered now is asked again; what is refused is refused.
    if (status === 0 || status === 429 || status >= 500) setTimeout(() => retry(entry), patience)
  }
}

const patience = 3_000

function retry(entry: Entry): void {
  if ([...entries.values()].includes(entry)) void load(entry)
}

token.subscribe((text) => {
  if (text === null) entries.clear()
})
