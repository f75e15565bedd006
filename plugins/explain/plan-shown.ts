/** A list longer than `longest` is shown as its first members, this many, and its last. */
const shown = 3
const longest = 8
const width = 100

/**
 * Prints plain data as readable JSON: long lists of plain values are shortened, and whatever fits on one line
 * is printed on one.
 */
export function planShown(value: unknown, indent = ''): string {
  const line = flat(value)
  if (line.length + indent.length <= width || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = shortened(value).map((item) => `${inner}${planShown(item, inner)}`)
    return `[\n${items.join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${planShown(member, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${shortened(value).map(flat).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${flat(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}

/** Only lists of plain values are shortened: every plan node matters. */
function shortened(list: readonly unknown[]): readonly unknown[] {
  if (list.length <= longest || list.some((item) => typeof item === 'object' && item !== null)) return list
  return [...list.slice(0, shown), `… ${list.length - shown - 1} more`, list.at(-1)]
}
