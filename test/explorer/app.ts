import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Frame, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { AnalyticsStore } from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { launchChromium } from '../support/chromium.js'
import { patience } from '../support/patience.js'
import { request } from '../support/request.js'
import {
  testService,
  type TestService,
  type TestServiceOptions,
  type TestWorkspace,
} from '../support/service.js'

/** The folder for screenshots of the views: build/screenshots. */
const pictures = fileURLToPath(new URL('../../screenshots/', import.meta.url))

export interface Explorer {
  readonly service: TestService
  readonly workspace: TestWorkspace
  /** Opens a page with a session of its own, logged in as `token`'s user (the platform user by default). */
  open(t: Test, path: string, options?: OpenOptions): Promise<OpenPage>
}

export interface OpenOptions {
  readonly dark?: boolean
  readonly phone?: boolean
  /** Null if no one is logged in. */
  readonly token?: string | null
}

export interface OpenPage {
  readonly page: Page
  /**
   * Console messages and requests to other hosts so far, without Chromium's own messages about expected
   * errors.
   */
  readonly complaints: readonly string[]
  /** Takes a screenshot with this name. */
  picture(name: string): Promise<void>
}

/**
 * Starts a whole service over the memory store (or another), and a real Chromium that reaches only this
 * machine.
 */
export async function explorer(
  t: Test,
  options: TestServiceOptions = {},
  makeStore: (recordsUrl: string) => AnalyticsStore = () => createMemoryStore(),
): Promise<Explorer> {
  const service = await testService(t, { store: { name: 'pages', make: makeStore }, ...options })
  const browser = await launchChromium()
  t.teardown(async () => {
    await browser.close()
  })
  const workspace = options.fresh === true ? { id: '', ingestKey: '' } : await service.workspace()
  return { service, workspace, open: (t, path, options = {}) => openPage(t, browser, service, path, options) }
}

async function openPage(
  t: Test,
  browser: Browser,
  service: TestService,
  path: string,
  { dark = false, phone = false, token = service.token }: OpenOptions,
): Promise<OpenPage> {
  const context = await browser.newContext({
    baseURL: service.base,
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    ...(phone ? { isMobile: true, hasTouch: true } : {}),
  })
  t.teardown(() => context.close())
  if (token !== null) {
    const session = JSON.stringify({ token, startedAt: Date.now(), expiresAt: Date.now() + 3_600_000 })
    await context.addInitScript({
      // The document of a plugin's page has no origin, and no storage.
      content: `if (origin !== 'null') localStorage.setItem('sextant.session', ${JSON.stringify(session)})`,
    })
  }
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const complaints: string[] = []
  page.on('console', (message) => {
    const isExpected = message.text().startsWith('Failed to load resource')
    if (['warning', 'error'].includes(message.type()) && !isExpected) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (asked) => {
    const url = new URL(asked.url())
    if (url.protocol !== 'blob:' && url.origin !== service.base) complaints.push(`another host: ${url.href}`)
  })
  if (process.env['SLOW_PAGES'] === '1') await slow(page)
  await page.goto(path)
  return {
    page,
    complaints,
    async picture(name) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}${name}.png`, animations: 'disabled' })
    },
  }
}

/** A sixth of a processor, and late, reordered responses: this reveals what a fast machine hides. */
async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 1400))
    // If the page has cancelled the query meanwhile, there is no request to continue.
    await route.continue().catch(() => undefined)
  })
}

/** Logs in over the API, for a page of that user. */
export async function tokenOf(service: TestService, email: string, password: string): Promise<string> {
  const body = { email, password }
  const answer = await request(service.base, 'POST', '/api/v1/auth/login', { body })
  return String(answer.body.data.token)
}

/** Returns the cells of a table by its caption, row by row, without its head, once the table is there. */
export async function cellsOf(page: Page | Frame, caption: string, exact = false): Promise<string[][]> {
  const table = page.getByRole('table', { name: caption, exact })
  await table.first().waitFor({ state: 'attached' })
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')))
}

/** Formats a number as the views do. */
export const written = (value: number): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value)

/** Formats a change as the views do. */
export const signed = (change: number): string => `${change > 0 ? '+' : ''}${written(change)}`

/** The date so many days before today, in UTC. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Returns the final number of elements, waiting for the expected one. */
export const countOf = (found: Locator, expected: number): Promise<number> =>
  until(
    () => found.count(),
    (count) => count === expected,
  )

/** Retries until the condition holds, and returns the last value. */
export async function until<T>(look: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (const end = performance.now() + patience; ;) {
    const found = await look()
    if (isSo(found) || performance.now() > end) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
