import { signal, type ReadonlySignal } from '@preact/signals'
import type { Query as PageQuery } from '../page/contract.js'
import type { Query } from '../page/protocol.js'
import type { Bridge } from './bridge.js'

export interface FollowedQuery extends PageQuery {
  readonly now: ReadonlySignal<Query>
}

/** The parameters of the explorer's address, which the explorer changes and reports. */
export function queryOf(first: Query, explorer: Bridge): FollowedQuery {
  const now = signal(first)
  explorer.listen((message) => {
    if (message.kind === 'query') now.value = message.query
  })
  return Object.freeze({
    now,
    get: () => now.peek(),
    set(changes, { replace = false } = {}) {
      // What is set is read back at once; the explorer reports the same afterwards.
      const next = new Map(Object.entries(now.peek()))
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name)
        else next.set(name, value)
      now.value = Object.fromEntries(next)
      explorer.post({ kind: 'query', changes, replace })
    },
    watch(listener) {
      let isFirst = true
      return now.subscribe(() => {
        if (!isFirst) listener()
        isFirst = false
      })
    },
  } satisfies FollowedQuery)
}
