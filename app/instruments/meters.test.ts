import { Registry } from 'prom-client'
import t from 'tap'
import type { Log } from '../../contract/index.js'
import { createMeters } from './meters.js'

t.test('metrics of plugins are set, counted, or read on demand', async (t) => {
  const registry = new Registry()
  const errors: object[] = []
  const log = { error: (fields: object) => void errors.push(fields) } as unknown as Log
  const meters = createMeters(registry, log)
  const stored = meters.counter({ name: 'comments_total', help: 'Comments.', labels: ['board'] })
  stored.increment({ board: 'a' })
  stored.increment({ board: 'a' }, 2)
  stored.increment({ board: 'b' }, 0)
  meters.gauge({ name: 'comments_open', help: 'Open ones.' }).set(7)
  let boards = ['a', 'b']
  const read = () => boards.map((board) => ({ value: 1, labels: { board } }))
  meters.gauge({ name: 'boards', help: 'Boards.', labels: ['board'], read })
  meters.counter({
    name: 'broken_total',
    help: 'Broken.',
    read: () => {
      throw new Error('oops')
    },
  })
  await registry.metrics()
  boards = ['c']
  const text = await registry.metrics()
  for (const line of ['comments_total{board="a"} 3', 'comments_total{board="b"} 0', 'comments_open 7'])
    t.match(text, line)
  t.match(text, 'boards{board="c"} 1')
  t.notMatch(text, 'boards{board="a"}', 'each reading replaces the one before')
  t.match(errors, [{ err: { message: 'oops' }, metric: 'broken_total' }, {}])
  t.throws(() => meters.gauge({ name: 'boards', help: 'Boards.' }), /boards has already been registered/)
})
