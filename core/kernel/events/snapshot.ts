/** A payload as handlers get it. */
export interface Snapshot {
  readonly payload: object
  /** Approximate size in memory; queues are bounded by it. */
  readonly bytes: number
}

/** Members may be nested so deeply; a deeper payload is probably circular. */
const deepest = 100

/**
 * Returns a frozen deep copy of a payload: no handler can change what another one gets, and none keeps an object of the
 * service alive. Members that are undefined are left out. Throws if a member is not plain data.
 */
export function snapshotOf(payload: unknown): Snapshot {
  if (!isPlain(payload)) throw notPlain(payload)
  const counted = { bytes: 0 }
  return { payload: copy(payload, 0, counted) as object, bytes: counted.bytes }
}

function copy(value: unknown, depth: number, counted: { bytes: number }): unknown {
  if (depth > deepest) throw new TypeError('the payload is nested too deeply or circular')
  switch (typeof value) {
    case 'string':
      counted.bytes += 2 * value.length + 16
      return value
    case 'number':
    case 'boolean':
    case 'bigint':
      counted.bytes += 8
      return value
    case 'object':
      break
    default:
      throw notPlain(value)
  }
  counted.bytes += 16
  if (value === null) return null
  if (value instanceof Date) return new Date(value)
  if (Array.isArray(value))
    return Object.freeze(value.map((item: unknown) => copy(item ?? null, depth + 1, counted)))
  if (!isPlain(value)) throw notPlain(value)
  const result: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    counted.bytes += name.length + 8
    set(result, name, copy(member, depth + 1, counted))
  }
  return Object.freeze(result)
}

/** A client may send a property called __proto__. */
function set(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true })
  else target[name] = value
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function notPlain(value: unknown): TypeError {
  const what = typeof value === 'object' ? (value?.constructor.name ?? 'null') : typeof value
  return new TypeError(`the payload must be plain data and cannot hold: ${what}`)
}
