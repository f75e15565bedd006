import Type from 'typebox'
import { defineSetting } from '../../contract/index.js'

export const geoDatabase = defineSetting({
  name: 'GEO_DATABASE',
  schema: Type.String({ minLength: 1 }),
  description:
    'a MaxMind DB file (.mmdb) with the countries of network addresses, for the context column `country`; unset: no lookup',
})
