import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { hideTables, showTables, type FileActions } from './hidden-tables.js'

const databases = /^w[0-9]+$/

function folder(test: { teardown(f: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'sextant-hidden-'))
  test.teardown(() => {
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

function filled(test: { teardown(f: () => void): void }, files: readonly string[]): string {
  const data = folder(test)
  for (const name of ['w1', 'w2', 'sextant']) {
    mkdirSync(join(data, 'metadata', name), { recursive: true })
    for (const file of files) writeFileSync(join(data, 'metadata', name, file), `${name} ${file}`)
    writeFileSync(join(data, 'metadata', `${name}.sql`), name)
  }
  return data
}

const found = (data: string, name: string): readonly string[] =>
  readdirSync(join(data, 'metadata', name)).sort()

/** Actions that throw after `most` of them, as a kill would end them. */
function ending(most: number): FileActions {
  let left = most
  const counted = (): void => {
    if (left-- === 0) throw new Error('killed')
  }
  return {
    rename(from, to) {
      counted()
      renameSync(from, to)
    },
    remove(path) {
      counted()
      rmSync(path)
    },
  }
}

const states: Readonly<
  Record<string, { files: readonly string[]; hidden: readonly string[]; shown: readonly string[] }>
> = {
  'loaded tables': {
    files: ['a.sql', 'b.sql'],
    hidden: ['a.sql.bak', 'b.sql.bak'],
    shown: ['a.sql', 'b.sql'],
  },
  'detached tables': {
    files: ['a.sql', 'a.sql.detached'],
    hidden: ['a.sql.bak'],
    shown: ['a.sql', 'a.sql.detached'],
  },
  'hidden tables': { files: ['a.sql.bak'], hidden: ['a.sql.bak'], shown: ['a.sql'] },
  'tables of which one was attached before a kill': {
    files: ['a.sql', 'a.sql.bak', 'b.sql.bak'],
    hidden: ['a.sql.bak', 'b.sql.bak'],
    shown: ['a.sql', 'b.sql'],
  },
  'attached tables of which one was dropped since': {
    files: ['-attached.sql.bak', 'a.sql', 'a.sql.bak', 'b.sql.bak'],
    hidden: ['a.sql.bak'],
    shown: ['a.sql'],
  },
  'a database without tables': { files: [], hidden: [], shown: [] },
}

for (const [name, { files, hidden, shown }] of Object.entries(states)) {
  void t.test(`${name} are hidden and shown, also after a kill at any step`, (t) => {
    for (let steps = 0; steps < 8; steps++) {
      const data = filled(t, files)
      try {
        hideTables(data, databases, ending(steps))
      } catch {
        // The next start goes on.
      }
      hideTables(data, databases)
      for (const each of ['w1', 'w2']) t.same(found(data, each), hidden, `hidden after ${steps} steps`)
      t.same(found(data, 'sextant'), [...files].sort(), 'other databases stay')

      const other = filled(t, files)
      try {
        showTables(other, ending(steps))
      } catch {
        // The next start goes on.
      }
      showTables(other)
      for (const each of ['w1', 'w2']) t.same(found(other, each), shown, `shown after ${steps} steps`)

      const turned = filled(t, files)
      try {
        hideTables(turned, databases, ending(steps))
      } catch {
        // A start that shows all tables may follow.
      }
      showTables(turned)
      const loaded = (name: string): readonly string[] =>
        found(turned, name).filter((file) => file.endsWith('.sql'))
      t.same(
        loaded('w1'),
        shown.filter((file) => file.endsWith('.sql')),
        'every definition is there',
      )
    }
    t.end()
  })
}

void t.test('a new folder has nothing to hide', (t) => {
  const data = folder(t)
  hideTables(data, databases)
  showTables(data)
  t.notOk(existsSync(join(data, 'metadata')))
  t.end()
})
