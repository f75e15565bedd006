import { BlockList, isIP } from 'node:net'

const notPublic = new BlockList()
/** The special-purpose networks of RFC 6890 and its registries, multicast and reserved space. */
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
].flatMap((line) => line.split(' '))) {
  const [address = '', bits] = network.split('/')
  notPublic.addSubnet(address, Number(bits), 'ipv4')
}
/** Teredo and other protocols, documentation, and 6to4, whose addresses contain IPv4 ones. */
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(address, bits, 'ipv6')

/** All public IPv6 addresses begin with these three bits. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address is reachable for everyone. False for private, local, multicast and reserved addresses, and for anything that
 * is no IP address. An IPv4 address inside an IPv6 one (`::ffff:10.0.0.1`) is not public.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return version === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
