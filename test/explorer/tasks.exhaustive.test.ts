import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { request } from '../support/request.js'
import { explorer, type Explorer, type OpenPage } from './app.js'
import { boards } from './tasks/boards.js'
import { keyboardHands, mouseHands, type Hands } from './tasks/hands.js'
import { namedPerson, people } from './tasks/people.js'
import { questions } from './tasks/questions.js'
import { firstEvent } from './tasks/start.js'
import { mostSteps, type Stage, type Task } from './tasks/task.js'
import { workspace } from './tasks/workspace.js'
import { toldStory } from './told-story.js'

/**
 * Everyday tasks, done with the mouse and again by the keyboard alone, and their steps. A step is one click, one
 * choice in a select, one text typed (with the move to its field) or one key pressed. Moving the focus is no step:
 * Tab, and the arrows in a menu or on a chart. The numbers are in docs/internals/tasks.md, which
 * UPDATE_SNAPSHOTS=1 writes.
 */
const told: readonly Task[] = [...questions, ...people, ...boards, ...workspace]
const page = fileURLToPath(new URL('../../../docs/internals/tasks.md', import.meta.url))
const counted = new Map<
  string,
  { readonly goal: number; readonly mouse: number; readonly keyboard: number }
>()
const hands = { mouse: mouseHands, keyboard: keyboardHands }
const ways = ['mouse', 'keyboard'] as const

/** Milliseconds after which a step counts as impossible. */
const longest = 120_000

/** Remembers a pressed pointer over reloads; keys that act as clicks press none. */
const watchPointer = `addEventListener('pointerdown', () => sessionStorage.setItem('pointer', 'used'), true)`

/** The address in this workspace; the one that was open last is another one's. */
const inWorkspace = (path: string, slug: string): string =>
  slug === '' ? path : `${path}${path.includes('?') ? '&' : '?'}workspace=${slug}`

async function done(task: Task, stage: Stage, { do: act }: Hands): Promise<number> {
  const start = typeof task.start === 'function' ? await task.start(stage) : (task.start ?? '/')
  await stage.page.goto(inWorkspace(start, stage.slug))
  let steps = 0
  for (const step of task.steps(stage)) steps += await act(step)
  return steps
}

async function stageOn(app: Explorer, { page }: OpenPage, own: string, slug = ''): Promise<Stage> {
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename()))
  await page.addInitScript({ content: watchPointer })
  // A step that is not possible would otherwise hang for ten minutes.
  page.setDefaultTimeout(longest)
  return {
    page,
    own,
    slug,
    saved,
    async call(method, path, body) {
      const options = { workspace: app.workspace.id, ...(body && { body }) }
      const answer = await app.service.call(method, `/api/v1${path}`, options)
      if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

t.test('from an empty installation to the first event', async (t) => {
  for (const way of ways)
    await t.test(way, async (t) => {
      const app = await explorer(t, { fresh: true, environment: { TRUST_PROXY: 'false' } })
      const opened = await app.open(t, '/', { token: null })
      const stage = await stageOn(app, opened, way)
      const steps = await done(firstEvent, stage, hands[way](stage.page))
      const snippet = (await stage.page.locator('pre.code').first().textContent()) ?? ''
      const [, , body = ''] = /curl '([^']+)'[^]*-d '([^']+)'/.exec(snippet) ?? []
      const key = (await stage.page.locator('.once code').textContent()) ?? ''
      await request(app.service.base, 'POST', '/v1/events', { token: key, body })
      await firstEvent.done(stage)
      counted.set(firstEvent.name, {
        goal: firstEvent.goal,
        mouse: 0,
        keyboard: 0,
        ...counted.get(firstEvent.name),
        [way]: steps,
      })
      t.strictSame(opened.complaints, [])
    })
})

t.test('tasks of every day', async (t) => {
  const app = await toldStory(t)
  await app.service.call('POST', '/api/v1/user/workspaces', {
    body: { name: 'Second shop', slug: 'second-shop' },
  })
  const lines = namedPerson().map((line) => JSON.stringify(line))
  const { ingestKey } = app.workspace
  const sent = await app.service.call('POST', '/v1/events', { token: ingestKey, body: lines.join('\n') })
  t.equal(sent.status, 202)
  const me = await app.service.call('GET', '/api/v1/auth/me')
  const mine = (me.body.data.workspaces as { id: string; slug: string }[]).find(
    ({ id }) => id === app.workspace.id,
  )
  for (const way of ways)
    await t.test(way, async (t) => {
      const opened = await app.open(t, '/profile')
      const stage = await stageOn(app, opened, way, mine?.slug)
      for (const task of told)
        await t.test(task.name, async (t) => {
          const steps = await done(task, stage, hands[way](stage.page))
          await task.done(stage)
          const used = await stage.page.evaluate<string | null>('sessionStorage.getItem("pointer")')
          if (way === 'keyboard') t.equal(used, null, 'no pointer')
          else t.ok(steps <= task.goal, `${steps} steps, at most ${task.goal}`)
          counted.set(task.name, {
            goal: task.goal,
            mouse: 0,
            keyboard: 0,
            ...counted.get(task.name),
            [way]: steps,
          })
        })
      t.strictSame(opened.complaints, [])
    })
})

t.test('the page about the tasks has these numbers', async (t) => {
  const all = [firstEvent, ...told]
  t.equal(all.length, 25)
  for (const { name, goal } of all) t.ok(goal <= mostSteps, name)
  const rows = all.map(({ name, goal }) => {
    const { mouse, keyboard } = counted.get(name) ?? { mouse: 0, keyboard: 0 }
    return `| ${name} | ${goal} | ${mouse} | ${keyboard} |`
  })
  const table = ['| Task | Goal | Mouse | Keyboard |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const text = readFileSync(page, 'utf8')
  const [before = '', , after = ''] = text.split(/(\| Task [^]*\|\n)/)
  const written = `${before}${table}\n${after}`
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(page, written)
  else t.equal(text, written)
})
