import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { Test } from 'tap'
import type { Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.js'
import { patience } from '../support/patience.js'

const require = createRequire(import.meta.url)

export interface BrowserPage {
  readonly page: Page
  readonly url: string
  /** The page's console warnings and errors, and uncaught exceptions. */
  readonly complaints: readonly string[]
  /** Responses of all servers but the page's own: method, URL and status. */
  readonly answers: readonly string[]
}

/**
 * Opens a page with an origin of its own in a real Chromium that reaches only this machine, and loads
 * `script` (a file of a package).
 */
export async function browserPage(t: Test, script: string): Promise<BrowserPage> {
  const files: Readonly<Record<string, readonly [string, string | Buffer]>> = {
    '/script.js': ['text/javascript', readFileSync(require.resolve(script))],
    '/favicon.ico': ['image/png', ''],
  }
  const html = '<!doctype html><title>A shop</title><script src="/script.js"></script><p>Shoes</p>'
  const server = createServer(({ url = '' }, response) => {
    const [type, content] = files[url] ?? ['text/html; charset=utf-8', html]
    response.setHeader('content-type', type).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await launchChromium('localhost')
  t.teardown(async () => {
    await browser.close()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://localhost:${port}/shop?utm_source=news&utm_campaign=spring`
  const page = await browser.newPage({ locale: 'de-AT' })
  const complaints: string[] = []
  const answers: string[] = []
  page.on('console', (message) => {
    // Chromium's own message about a failed request does not come from the library.
    if (
      ['warning', 'error'].includes(message.type()) &&
      !message.text().startsWith('Failed to load resource')
    )
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('response', (response) => {
    const [method, called] = [response.request().method(), response.url()]
    if (new URL(called).port !== String(port)) answers.push(`${method} ${called} ${response.status()}`)
  })
  await page.goto(url)
  return { page, url, complaints, answers }
}

/** Waits until the condition holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 50) {
    if (waited > patience) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
