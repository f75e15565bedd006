import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { Reader, type Response } from 'maxmind'
import type { GeoLookup } from '../../contract/index.js'

/** Looks up countries in the file at `path`; null finds no country. Throws one sentence if it is not a MaxMind DB. */
export function openCountries(path: string | null): GeoLookup {
  if (path === null) return { countryOf: () => null }
  const countries = readCountries(path)
  return {
    countryOf(address) {
      const plain = withoutMapping(address)
      return isPublic(plain) ? codeOf(countries.get(plain)) : null
    },
  }
}

function readCountries(path: string): Reader<Response> {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new Error(`GEO_DATABASE: ${path} cannot be read`)
  }
  try {
    const reader = new Reader<Response>(bytes)
    reader.get('192.0.2.1')
    return reader
  } catch {
    throw new Error(`GEO_DATABASE: ${path} is not a MaxMind DB file (.mmdb)`)
  }
}

/** The country of a record: MaxMind's own files have `country.iso_code`, smaller files only `country_code`. */
function codeOf(found: unknown): string | null {
  const record = found as { country?: { iso_code?: unknown }; country_code?: unknown } | null
  const code = record?.country?.iso_code ?? record?.country_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}

/** Turns an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), as a dual-stack socket shows it, into the IPv4 address. */
const withoutMapping = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

/** Private, link-local and multicast addresses (RFC 6890), to which some files assign a country. */
const special = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
] as const)
  special.addSubnet(network, bits, 'ipv4')

/** All public IPv6 addresses begin with these three bits. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

function isPublic(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && global.check(address, 'ipv6')
}
