import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readItems, type ReadOptions } from '../../app/cli/import/items.js'
import { loadRegistry } from '../../app/load-registry.js'
import type { ImportItem } from '../../contract/index.js'
import { builtInPlugins } from '../../plugins/index.js'
import { plugin } from './matomo/src/index.js'

const formats = loadRegistry([...builtInPlugins, plugin]).importers
const folder = t.testdir({})
let files = 0

function file(content: string): string {
  const path = join(folder, `${++files}.json`)
  writeFileSync(path, content)
  return path
}

async function read(path: string, options: Partial<ReadOptions> = {}): Promise<readonly ImportItem[]> {
  const items: ImportItem[] = []
  for await (const list of readItems(path, { formats, source: 'events', ...options })) items.push(...list)
  return items
}
const shown = (items: readonly ImportItem[]): unknown[] =>
  items.map((item) => ('json' in item ? (JSON.parse(item.json) as unknown) : item.error))

const visit = {
  idVisit: 7,
  visitorId: 'a1',
  userId: '',
  countryCode: 'de',
  browserName: 'Firefox',
  actionDetails: [
    { type: 'action', url: 'https://x.example/', pageTitle: 'Start "}', timestamp: 1767607200, timeSpent: 5 },
    { type: 'event', eventCategory: 'video', eventAction: 'play', eventName: 'intro', timestamp: 1767607205 },
    { type: 'goal', goalName: 'signup', revenue: 3, timestamp: 1767607210 },
    { type: 'form', timestamp: 1767607211, url: 'https://x.example/form' },
  ],
}

t.test('a visit becomes the events of its actions', async (t) => {
  const [first, second, third, fourth] = shown(await read(file(JSON.stringify([visit], null, 2)))) as Record<
    string,
    unknown
  >[]
  t.strictSame(first, {
    event: 'page_view',
    device_id: 'a1',
    session_id: '7',
    timestamp: '2026-01-05T10:00:00.000Z',
    message_id: 'matomo-7-0',
    properties: { url: 'https://x.example/', pageTitle: 'Start "}', timeSpent: 5 },
    context: { browser: 'Firefox', country: 'de' },
  })
  t.match(second, { event: 'play', properties: { eventCategory: 'video', eventName: 'intro' } })
  t.match(third, { event: 'goal', properties: { goalName: 'signup', revenue: 3 } })
  t.match(fourth, { event: 'form', message_id: 'matomo-7-3' })
})

t.test('a visit that is none is rejected by itself', async (t) => {
  const visits = [
    visit,
    { ...visit, actionDetails: [{ type: 'action' }] },
    { ...visit, idVisit: 8, userId: 'u' },
  ]
  const items = shown(await read(file(JSON.stringify(visits))))
  t.equal(items.length, 9)
  t.match(items[4], /actionDetails\.0\.timestamp must be a number of seconds/)
  t.match(items[5], { message_id: 'matomo-8-0', user_id: 'u' })
})

t.test('reading goes on after any element', async (t) => {
  const path = file(
    ` [ {"event":"a","device_id":"d"} ,\n{"event":"ü","device_id":"]\\"["},{"event":"c","x":{"y":[]}}] `,
  )
  const items = await read(path, { format: 'json-array' })
  t.strictSame(shown(items), [
    { event: 'a', device_id: 'd' },
    { event: 'ü', device_id: ']"[' },
    { event: 'c', x: { y: [] } },
  ])
  for (const [index, { offset, end }] of items.entries())
    t.strictSame(
      await read(path, { format: 'json-array', from: { offset, line: end } }),
      items.slice(index + 1),
    )
})

t.test('an array that is cut off, and what is no array, are named', async (t) => {
  const cut = await read(file('[{"event":"a"},{"event":'))
  t.match(shown(cut), [{ event: 'a' }, 'the file ends before the array does'])
  await t.rejects(read(file('[1]'), { format: 'json-array' }), /elements of the array must be objects/)
  await t.rejects(read(file('{}'), { format: 'json-array' }), /must be a JSON array/)
  t.strictSame(await read(file('[]'), { format: 'json-array' }), [])
})
