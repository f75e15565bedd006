// Takes the README's screenshot of the explorer. Runs the demo in a temporary folder, opens Trends in the
// tests' browser and writes docs/images/explorer.png. Needs a build and Chromium: npm run screenshot
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from '../build/test/support/chromium.js'

const view = '/trends?workspace=demo'
const directory = mkdtempSync(join(tmpdir(), 'sextant-screenshot-'))
// As root, the engines run under accounts of their own.
chmodSync(directory, 0o711)
const demo = spawn(process.execPath, ['build/app/cli/main.js', 'demo'], {
  env: { ...process.env, DATA_DIR: directory, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const printed = {}
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, name, value] = /^(URL|E-mail|Password) +(\S+)$/.exec(line) ?? []
    if (name !== undefined) printed[name] = value
    if (line.startsWith('Serving')) break
  }
  await picture(printed.URL, { email: printed['E-mail'], password: printed.Password })
} finally {
  demo.kill('SIGTERM')
  await new Promise((ended) => demo.once('exit', ended))
  rmSync(directory, { recursive: true })
}

async function picture(url, account) {
  const answer = await globalThis.fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { token } = (await answer.json()).data
  const session = JSON.stringify({ token, startedAt: Date.now(), expiresAt: Date.now() + 3_600_000 })
  const browser = await launchChromium()
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 760 },
    locale: 'en-GB',
  })
  await context.addInitScript({
    content: `localStorage.setItem('sextant.session', ${JSON.stringify(session)})`,
  })
  const page = await context.newPage()
  await page.goto(view)
  await page.locator('.answered').first().waitFor()
  await page.locator('.answered.stale').first().waitFor({ state: 'detached' })
  mkdirSync('docs/images', { recursive: true })
  await page.screenshot({ path: 'docs/images/explorer.png', animations: 'disabled' })
  await browser.close()
}
