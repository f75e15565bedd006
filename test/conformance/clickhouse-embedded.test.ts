import { testEngines } from '../support/engines.js'
import { conformance } from './suite.js'
import { emptiedStore } from './emptied.js'

const { store, empty } = emptiedStore(testEngines().clickhouse)

await conformance('embedded ClickHouse', () => store, undefined, empty)
