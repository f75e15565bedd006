import { chromium, type Browser } from 'playwright-core'
import { findChromium, noChromium } from './find-chromium.js'

/**
 * Launches a headless Chromium that reaches only 127.0.0.1 and the named hosts. Throws if none is installed:
 * the runner leaves such tests out before they start.
 */
export async function launchChromium(...hosts: readonly string[]): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(noChromium)
  const reached = ['127.0.0.1', ...hosts].map((host) => `, EXCLUDE ${host}`).join('')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', `--host-resolver-rules=MAP * ~NOTFOUND${reached}`],
    timeout: 0,
  })
}
