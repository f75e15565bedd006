import t from 'tap'
import type { Servers } from '../../cluster/servers.js'
import { holdInMemory } from './held.js'

const workspace = { id: 'ws_7', number: 7 }
const map = { generation: 1, cluster: null, users: 5, held: false, parts: [] }

/** A server whose held maps and whose memory have these sizes, and the commands that it receives. */
function serverWith(held: number, memory: number): { servers: Servers; commands: string[] } {
  const commands: string[] = []
  const client = {
    query: () => Promise.resolve({ json: () => Promise.resolve([{ held, memory }]) }),
    command: ({ query }: { query: string }) => Promise.resolve(commands.push(query)),
  }
  return { servers: { client } as unknown as Servers, commands }
}

t.test('held maps take a sixteenth of the memory at most', async (t) => {
  const memory = 16 * 150 * 100
  for (const [held, mapped, fits] of [
    [0, 100, true],
    [0, 101, false],
    [150, 99, true],
    [150, 100, false],
  ] as const) {
    const { servers, commands } = serverWith(held, memory)
    t.equal(await holdInMemory(servers, workspace, { ...map, mapped }), fits, `${held} and ${mapped}`)
    t.equal(commands.length, fits ? 3 : 0)
  }
})

t.test('the row by which a whole map is known comes last', async (t) => {
  const { servers, commands } = serverWith(0, 1e9)
  await holdInMemory(servers, workspace, { ...map, mapped: 1 })
  t.match(commands, [/^CREATE TABLE IF NOT EXISTS/, /SELECT device, person FROM/, /SELECT toUInt64\(0\)/])
})
