import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { Reader, type Response } from 'maxmind'
import type { GeoLookup } from '../../core/contract/index.js'

/** No file: nothing is known. Throws one sentence if there is no MaxMind DB at this path. */
export function openCountries(path: string | null): GeoLookup {
  if (path === null) return { countryOf: () => null }
  const countries = readCountries(path)
  return {
    countryOf(address) {
      const plain = withoutMapping(address)
      return isIP(plain) === 0 ? null : codeOf(countries.get(plain))
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
    throw new Error(`GEO_DATABASE: ${path} is no MaxMind DB file (.mmdb)`)
  }
}

/** Countries are members of a record in MaxMind's own files, and its only member in smaller ones. */
function codeOf(found: unknown): string | null {
  const record = found as { country?: { iso_code?: unknown }; country_code?: unknown } | null
  const code = record?.country?.iso_code ?? record?.country_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}

/** An IPv4 address that a dual-stack socket shows as IPv6 (`::ffff:192.0.2.1`) as itself. */
const withoutMapping = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address
