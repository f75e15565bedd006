/**
 * Returns the group of addresses that limits count as one. An IPv4 address is a group of its own, also when
 * written as IPv4-mapped IPv6. An IPv6 address belongs to its /64 network, which is the usual allocation for
 * one customer.
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return plain
  // The URL parser writes every spelling of an address in the same compressed form.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
