/**
 * Returns plain data with some objects replaced, those inside an operator's options too. `replace` returns
 * undefined for an object that stays. An object without replaced parts is returned as it is, and one that is
 * used twice stays one object.
 */
export function rewrite<T>(root: T, replace: (node: object) => object | undefined): T {
  const done = new Map<object, object>()

  function visit(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const known = done.get(value)
    if (known !== undefined) return known
    const result = replace(value) ?? withParts(value)
    done.set(value, result)
    return result
  }

  function withParts(value: object): object {
    if (Array.isArray(value)) {
      const list = value as readonly unknown[]
      // Long lists are options of `in` and edges of buckets.
      if (typeof list[0] !== 'object') return list
      const items = list.map(visit)
      return items.every((item, at) => item === list[at]) ? list : Object.freeze(items)
    }
    const entries = Object.entries(value)
    const changed = entries.map(([name, part]) => [name, visit(part)] as const)
    return changed.every(([, part], at) => part === entries[at]?.[1])
      ? value
      : Object.freeze(Object.fromEntries(changed))
  }

  return visit(root) as T
}
