import { urlOf } from '../support/engine-addresses.js'
import { testEngines } from '../support/engines.js'
import { conformance } from './suite.js'
import { emptiedStore } from './emptied.js'

const { url: address, user = '', password = '' } = testEngines().secondClickhouse
const { store, empty } = emptiedStore({ url: urlOf({ url: address, user, password }) })

await conformance('ClickHouse by URL', () => store, undefined, empty)
