import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { attachStatement } from '../../storage-adapters/clickhouse/attach-tables.js'
import { eventually, folder } from '../../storage-adapters/embedded/test-support.js'
import { patience } from '../support/patience.js'
import { ask, batch, definitions, made, open, tablesOfWorkspace } from './idle-support.js'

void t.test('a kill while hidden tables are attached loses nothing', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  const workspace = await made(first)
  await first.close()
  let rows = 20
  for (let delay = 0; delay < 80; delay += 10) {
    const opened = await open(directory, patience)
    t.equal(await opened.attached(workspace), 0)
    const stored = opened.store.append(workspace, batch(rows)).catch(() => undefined)
    await pause(delay)
    process.kill(opened.engine.pid, 'SIGKILL')
    await stored
    // Half of the kills are followed by a restart of the engine alone, the others by one of the service.
    const next = delay % 20 === 0 ? opened : (await opened.close(), await open(directory, patience))
    await eventually('an answer', async () => {
      await next.store.append(workspace, batch(rows))
      return true
    })
    rows += 20
    t.same(await ask(next, workspace), [rows / 2, rows / 2])
    t.equal(await next.attached(workspace), tablesOfWorkspace)
    await next.close()
  }
})

void t.test('a start goes on after a kill between any two tables', async (t) => {
  const directory = folder(t)
  const first = await open(directory, patience)
  const workspace = await made(first)
  await first.close()
  const folderOf = join(directory, `data/metadata/w${workspace.number}`)
  for (let attached = 0; attached <= tablesOfWorkspace; attached++)
    for (const hides of [true, false]) {
      const opened = await open(directory, patience)
      const files = definitions(directory, workspace)
      t.equal(files.length, tablesOfWorkspace, 'all are hidden')
      for (const file of files.slice(0, attached)) {
        const text = readFileSync(join(folderOf, file), 'utf8')
        await opened.sql(attachStatement(`w${workspace.number}`, file.replace('.sql.bak', ''), text))
      }
      process.kill(opened.engine.pid, 'SIGKILL')
      await opened.close()
      const next = await open(directory, hides ? patience : 0, hides)
      await next.store.start([workspace])
      t.equal(await next.attached(workspace), hides ? 0 : tablesOfWorkspace)
      t.same(await ask(next, workspace), [10, 10])
      await next.close()
    }
})
