/** Returns a key of a device, user or session. Keys arrive as text. */
export const keyOf = (value: unknown): bigint => BigInt(String(value))

/** Sorts keys: the engine returns rows in any order, and equal keys must give equal statements. */
export const byValue = (one: bigint, other: bigint): number => (one < other ? -1 : 1)
