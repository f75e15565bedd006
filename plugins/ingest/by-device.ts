/** The items of each device, in their order. */
export function byDevice<T extends { readonly device_id: string }>(
  items: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const result = new Map<string, T[]>()
  for (const item of items) {
    const known = result.get(item.device_id)
    if (known === undefined) result.set(item.device_id, [item])
    else known.push(item)
  }
  return result
}
