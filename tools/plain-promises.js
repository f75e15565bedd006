// Loaded before a test file. tap follows every promise of the process, to say in which test an error nobody caught arose;
// that takes a fifth of the processor time of a service under test. Without it such an error ends the file: a failure too.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const none = { enable: () => none, disable: () => none }
asyncHooks.createHook = () => none
syncBuiltinESMExports()
