import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { conformance } from './suite.js'

await conformance('memory', () => createMemoryStore())
