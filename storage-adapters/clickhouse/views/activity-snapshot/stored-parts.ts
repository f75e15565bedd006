/**
 * A stored part of a table. Parts are immutable, and their names are not reused while the server remembers
 * them.
 */
export interface Part {
  readonly name: string
  /** When it was created, in seconds since 1970. */
  readonly time: number
}

/**
 * Returns the names of the parts with rows that the known parts lack; merged ones also contain old rows.
 * Returns null if rows of the known parts may have been deleted or rewritten: by a mutation, a detached or
 * replaced partition, or a server that numbered its parts from 1 again. Example, known all_1_1_0 and all_2_2_0:
 *
 *   now all_1_1_0, all_2_2_0, all_3_3_0  →  all_3_3_0
 *   now all_1_3_1 (a merge)              →  all_1_3_1
 *   now all_1_1_0, all_3_3_0             →  null: all_2_2_0 is gone
 *   now all_1_2_1_4 (a mutation)         →  null
 */
export function newParts(known: readonly Part[], now: readonly Part[]): readonly string[] | null {
  const active = now.map(numbers)
  if (active.includes(null)) return null
  const times = new Map(now.map(({ name, time }) => [name, time]))
  const isThere = (part: Part): boolean => {
    const time = times.get(part.name)
    if (time !== undefined) return time === part.time
    const old = numbers(part)
    return old !== null && active.some((one) => one !== null && holds(one, old))
  }
  if (!known.every(isThere)) return null
  const names = new Set(known.map(({ name }) => name))
  return now.map(({ name }) => name).filter((name) => !names.has(name))
}

/**
 * Returns which of these parts may have rows of the known ones, because they were merged from one of them. The others have
 * none: all of their rows came later, or while the known parts were listed. Example, known all_1_1_0 and all_2_2_0:
 *
 *   now all_1_3_1, all_4_4_0, all_5_9_1  →  all_1_3_1
 */
export function mergedParts(known: readonly Part[], now: readonly Part[]): ReadonlySet<string> {
  const old = known.map(numbers)
  const isMerged = (part: Part): boolean => {
    const one = numbers(part)
    return one === null || old.some((each) => each === null || overlaps(one, each))
  }
  return new Set(now.filter(isMerged).map(({ name }) => name))
}

/** Whether a block of rows may be in both. */
const overlaps = (one: Numbers, other: Numbers): boolean =>
  one.partition === other.partition && one.min <= other.max && one.max >= other.min

interface Numbers {
  readonly partition: string
  readonly min: number
  readonly max: number
  /**
   * The number of the last mutation of its rows, or null; inserted rows have the version of their block
   * number.
   */
  readonly version: number | null
}

/**
 * Parses partition_min_max_level, with _version after a mutation. Returns null for patch parts, which change
 * rows of others.
 */
function numbers({ name }: Part): Numbers | null {
  const found = /^([^_]+)_(\d+)_(\d+)_\d+(?:_(\d+))?$/.exec(name)
  if (found === null || name.startsWith('patch')) return null
  const [, partition = '', min, max, version] = found
  return {
    partition,
    min: Number(min),
    max: Number(max),
    version: version === undefined ? null : Number(version),
  }
}

/** Whether one part was merged from the other without a mutation in between. */
const holds = (one: Numbers, old: Numbers): boolean =>
  one.partition === old.partition &&
  one.min <= old.min &&
  one.max >= old.max &&
  (one.version ?? 0) <= (old.version ?? old.min)
