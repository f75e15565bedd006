import type { Records, RecordStore } from '../../../contract/index.js'

/** What to do when a transaction commits. */
const hooksOf = new WeakMap<Records, (() => unknown)[]>()

/** Calls back when the transaction has committed; at once if `records` is no open transaction of hookedRecords(). */
export function afterCommit(records: Records, call: () => unknown): void {
  const hooks = hooksOf.get(records)
  if (hooks === undefined) call()
  else hooks.push(call)
}

/** The records, whose transactions call the hooks of afterCommit() once they have committed. */
export const hookedRecords = (records: RecordStore): RecordStore => ({
  ...records,
  async transaction(work) {
    const hooks: (() => unknown)[] = []
    let own: Records | undefined
    const result = await records.transaction((transaction) => {
      own = transaction
      hooksOf.set(transaction, hooks)
      return work(transaction)
    })
    if (own !== undefined) hooksOf.delete(own)
    for (const hook of hooks) hook()
    return result
  },
})
