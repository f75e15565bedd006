/** A stored part of a table; parts are never changed, and their names are not used again while the server remembers them. */
export interface Part {
  readonly name: string
  /** When it was made, in seconds since 1970. */
  readonly time: number
}

/**
 * The parts that hold rows which the known ones did not, beside old ones that were merged into them. Null if rows of the
 * known parts may be gone or others by now: somebody deleted or changed them, detached or replaced a partition, or the server
 * has numbered its parts anew.
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

interface Numbers {
  readonly partition: string
  readonly min: number
  readonly max: number
  /** Of the last change of its rows; rows that are inserted are of the version of their number. */
  readonly version: number | null
}

/** partition_min_max_level, and _version after a change; null for parts that change rows of others. */
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

/** Whether the one was merged of the other, as it was. */
const holds = (one: Numbers, old: Numbers): boolean =>
  one.partition === old.partition &&
  one.min <= old.min &&
  one.max >= old.max &&
  (one.version ?? 0) <= (old.version ?? old.min)
