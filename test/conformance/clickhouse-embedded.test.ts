import { embeddedClickhouse } from '../support/embedded-clickhouse.js'
import { conformance } from './suite.js'
import { emptiedStore } from './emptied.js'

const { store, empty } = emptiedStore(embeddedClickhouse())

await conformance('embedded ClickHouse', () => store, undefined, empty)
