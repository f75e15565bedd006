// Loaded before a test file, and only there. tools/run-files.js passes options in the environment; they are taken out again,
// so that the programs which a test starts run as they would anywhere.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

delete process.env.NODE_TEST_CONTEXT
delete process.env.NODE_OPTIONS
if (process.env.OUTER_NODE_OPTIONS !== undefined) process.env.NODE_OPTIONS = process.env.OUTER_NODE_OPTIONS
delete process.env.OUTER_NODE_OPTIONS
// From Node 24 on, run() passes every option with its default to the file.
process.execArgv = []

// The runner ends a hung file by this id, which run() of node:test does not report.
console.log(`# pid ${process.pid}`)

// tap follows every promise of the process, to say in which test an uncaught error arose; that takes a fifth of the
// processor time of a service under test. Without it such an error ends the file, which is a failure too.
const none = { enable: () => none, disable: () => none }
asyncHooks.createHook = () => none
syncBuiltinESMExports()
