import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { curlOf, type Call } from '../api/call.js'
import { workspace } from '../api/workspace.js'

/** The requests of the open view, for the command palette; empty if it has none. */
export const viewCalls = signal<readonly Call[]>([])

/** Makes these the requests of the open view while the component is shown; null leaves them as they are. */
export function useViewCalls(calls: readonly Call[] | null): void {
  useEffect(() => {
    if (calls === null) return undefined
    viewCalls.value = calls
    return () => {
      if (viewCalls.peek() === calls) viewCalls.value = []
    }
    // The text identifies the requests; the list is new on every render.
  }, [JSON.stringify(calls)])
}

/** Requests as curl commands for the open workspace. */
export const curlLines = (calls: readonly Call[]): string =>
  calls.map((call) => curlOf(call, location.origin, workspace.peek()?.id ?? null)).join('\n\n')
