import t from 'tap'
import type { WorkspaceRef } from '../../contract/index.js'
import { createVersionUse } from './version-use.js'

const one: WorkspaceRef = { id: 'one', number: 1 }
const other: WorkspaceRef = { id: 'other', number: 2 }

t.test('while every reading finds another version, one question of eight reads it', (t) => {
  const use = createVersionUse(() => 0)
  for (const version of ['a', 'b', 'c', 'd', 'e']) {
    t.equal(use.due(one), true, `before ${version}`)
    use.note(one, version)
  }
  const due = (): readonly boolean[] => Array.from({ length: 8 }, () => use.due(one))
  t.same(due(), [...Array<boolean>(7).fill(false), true])
  t.equal(use.due(other), true, 'workspaces are separate')
  use.note(one, 'f')
  t.same(due(), [...Array<boolean>(7).fill(false), true], 'it still changes')
  use.note(one, 'f')
  t.same(due(), Array<boolean>(8).fill(true), 'it stands still')
  t.end()
})

t.test('one reading that finds the same version begins the count again', (t) => {
  const use = createVersionUse(() => 0)
  for (const version of ['a', 'b', 'c', 'd', 'd', 'e', 'f', 'g']) use.note(one, version)
  t.equal(use.due(one), true)
  use.note(one, 'h')
  t.equal(use.due(one), false)
  t.end()
})

t.test('changes more than ten seconds apart say nothing about the next question', (t) => {
  let now = 0
  const use = createVersionUse(() => now)
  for (const version of ['a', 'b', 'c', 'd', 'e', 'f']) {
    use.note(one, version)
    now += 10_001
  }
  t.equal(use.due(one), true, 'slow changes')
  for (const version of ['g', 'h', 'i', 'j', 'k']) use.note(one, version)
  t.equal(use.due(one), false)
  now += 10_001
  t.equal(use.due(one), true, 'what was seen is too old')
  t.end()
})
