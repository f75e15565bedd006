// Loaded before a test file. tap tracks every promise of the process, to report in which test an uncaught
// error arose. That takes a fifth of the processor time of a service under test. Without it such an error
// ends the file, which is a failure too.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const none = { enable: () => none, disable: () => none }
asyncHooks.createHook = () => none
syncBuiltinESMExports()
