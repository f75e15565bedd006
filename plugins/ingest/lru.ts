/** The entries used last: at least half of `most`, never more than `most` of them. */
export interface Lru<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** Two generations: what is not used while the younger one fills goes with the elder. Cheaper than an order of all. */
export function createLru<V>(most: number): Lru<V> {
  let young = new Map<string, V>()
  let old = new Map<string, V>()
  function set(key: string, value: V): void {
    young.set(key, value)
    if (young.size < most / 2) return
    old = young
    young = new Map()
  }
  return {
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const elder = old.get(key)
      if (elder !== undefined) set(key, elder)
      return elder
    },
    set,
    delete(key) {
      young.delete(key)
      old.delete(key)
    },
  }
}
