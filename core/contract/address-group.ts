/**
 * What counts as one address for limits: an IPv4 address, also where it is written as an IPv6 one; of IPv6 the network
 * of 64 bits, which is what one customer gets.
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return plain
  // The platform writes every spelling of an address in the same short way.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
