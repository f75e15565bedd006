import t from 'tap'
import type { Page } from 'playwright-core'
import { until } from './app.js'
import { tooWide } from './looks.js'
import { pseudoPages } from './pseudo.js'
import { toldStory, viewAt } from './told-story.js'

const { open, ask } = await toldStory(t)
const translate = await pseudoPages(t)

/** Names that are the same in every language: products, keys, formats, zones, units and the fields of a snippet. */
const same =
  /calc\.|https?:\/\/\S+|\b[0-9a-f]{8}\b|\b\w+(\.\w+)*\.com\b|\b(SQL|Sextant|Segment|RudderStack|PostHog|OpenTelemetry|Tell|curl|UTC|GMT|CSV|PNG|SVG|Ctrl|Enter|Escape|Esc|Shift|Tab|true|false|p\d+|[A-Z]\w+\/[\w/]+)\b/g

/** Everything in the page that is read, or said by a screen reader. Code and keys are left out. */
const textsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`(() => {
  const code = 'code, pre, kbd, .mono, .tile-text, script, style, noscript, textarea'
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement.closest(code) === null) found.add(node.data.trim())
  for (const name of ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll('[' + name + ']'))
      if (one.closest('.mono') === null) found.add(one.getAttribute(name))
  return [...found]
})()`)

/** The strings of an answer, and how views write them: without prefix, with spaces and a capital. */
function remember(known: Set<string>, value: unknown): void {
  if (typeof value === 'string') {
    for (const one of [value, value.replace(/^\w+\.(group\.)?/, '')])
      for (const text of [one, one.replaceAll(/[_.]/g, ' ')]) {
        known.add(text)
        known.add(text.charAt(0).toUpperCase() + text.slice(1))
      }
  } else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      remember(known, name)
      remember(known, one)
    }
}

/** The texts with English letters that no answer contained. */
function untranslated(texts: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const longest = [...known]
    .map((one) => one.replaceAll(same, ''))
    .filter((one) => /[A-Za-z]/.test(one))
    .sort((a, b) => b.length - a.length)
  return texts.filter((text) => {
    let left = text.replaceAll(same, '')
    for (const one of longest) {
      if (!/[A-Za-z]{2}/.test(left)) return false
      if (left.includes(one)) left = left.split(one).join('·')
    }
    return /[A-Za-z]{2}/.test(left)
  })
}

const steps = ['page_viewed', 'signup_started', 'signed_up'].map((event) => ({ event }))

t.test('no view has a text that is not translated, and longer texts fit', async (t) => {
  const { page, complaints } = await open(t, '/login', { token: null })
  t.teardown(() => page.close())
  await translate(page)
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.strictSame(untranslated(await textsOf(page), new Set()), [], 'log in')

  const shown = await open(t, '/')
  const known = new Set<string>(['admin@example.com', 'no_such_metric'])
  const bodies: Promise<void>[] = []
  shown.page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      bodies.push(
        response.json().then(
          (body: unknown) => remember(known, body),
          () => undefined,
        ),
      )
  })
  await translate(shown.page)
  await shown.page.goto('/')
  await shown.page.getByRole('navigation').first().getByRole('link').first().waitFor()
  const links = await shown.page
    .getByRole('navigation')
    .first()
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => new URL((one as { href?: string }).href ?? '').pathname))
  const [board] = (await ask('GET', '/boards')).data.boards
  const [audience] = (await ask('GET', '/audiences')).data.audiences
  const [question] = (await ask('GET', '/questions')).data.questions
  const [person] = (await ask('GET', '/metrics/users/raw', { range: '30d' })).data
  const paths = [
    // The page of jobs is a plugin's, with texts of its own; the editor of SQL has its own tests.
    ...links.filter((path) => !/^\/(sql|jobs)|plugin/.test(path)),
    viewAt('/funnels', { steps }),
    viewAt('/grouped', { group_by: 'country' }),
    viewAt('/trends', { look: 'table', compare: 'previous' }),
    viewAt('/changes', { metric: 'events' }),
    `/boards/${String(board.id)}`,
    `/audiences/${String(audience.id)}`,
    '/audiences/new',
    `/questions/${String(question.id)}`,
    `/people/device/${encodeURIComponent(String(person.device_id))}`,
    '/explore/top_events',
    '/explore/no_such_metric',
    '/no-such-view',
    '/profile',
    '/invite?code=wrong',
    '/reset?code=wrong',
    '/shared/wrong',
  ]
  for (const path of paths)
    await t.test(path, async (t) => {
      await shown.page.goto(path)
      await settled(shown.page)
      const left = async (): Promise<readonly string[]> => {
        await Promise.all(bodies)
        return untranslated(await textsOf(shown.page), known)
      }
      t.strictSame(await until(left, (texts) => texts.length === 0), [])
      t.equal(await overflow(shown.page, 1440), 0, 'as wide as the screen')
      t.equal(await overflow(shown.page, 390), 0, 'as wide as a phone')
      await shown.page.setViewportSize({ width: 1440, height: 900 })
    })
  t.strictSame([...complaints, ...shown.complaints], [])
})

async function settled(page: Page): Promise<void> {
  await page.locator('h1, .state').first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** How much wider than the window the page is at this width. */
async function overflow(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 })
  return tooWide(page)
}
