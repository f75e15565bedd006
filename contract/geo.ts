import { serviceRef } from './service-ref.js'

/** Locates network addresses; a plugin may supply it. */
export interface GeoLookup {
  /**
   * Returns the ISO 3166 code (`DE`) of the country of an IPv4 or IPv6 address; null if unknown or not an
   * address.
   */
  countryOf(address: string): string | null
}

export const geoLookup = serviceRef<GeoLookup>('geoLookup')
