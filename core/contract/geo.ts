import { serviceRef } from './service-ref.js'

/** Where network addresses are; a plugin may supply it. */
export interface GeoLookup {
  /** The ISO 3166 code (`DE`) of an IPv4 or IPv6 address' country; null: not known, or no address. */
  countryOf(address: string): string | null
}

export const geoLookup = serviceRef<GeoLookup>('geoLookup')
