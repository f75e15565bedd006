import type { ClickHouseClient } from '@clickhouse/client'
import t from 'tap'
import { singleServer } from '../../cluster/servers.js'
import { buildSnapshot } from './build.js'

const workspace = { id: 'ws_1', number: 1 }
const made = { rollup: 1, generation: 7, first: 0 }

/** Builds with a server that lists these parts of events, the last ones again and again. */
async function built(...lists: readonly (readonly string[])[]) {
  const commands: string[] = []
  const counted: unknown[] = []
  let stored: unknown
  let listed = 0
  const rows = (query: string): readonly object[] => {
    if (!query.includes('system.parts')) return [{ devices: '3' }]
    const names = lists[Math.min(listed++, lists.length - 1)] ?? []
    return [{ events: names.map((name) => [name, 1]), links: [[`all_${listed}_${listed}_0`, 1]] }]
  }
  const client: Pick<ClickHouseClient, 'command' | 'insert'> & { query(asked: { query: string }): unknown } =
    {
      command: ({ query, query_params }) => {
        const [, what = ''] = /^((?:INSERT INTO|DROP TABLE) \S+)/.exec(query) ?? []
        if (what !== '') commands.push(what.replace('`w1`.', ''))
        if (query.includes('{events:Array(String)}')) counted.push(query_params?.['events'])
        return Promise.resolve({} as Awaited<ReturnType<ClickHouseClient['command']>>)
      },
      insert: ({ values }) => {
        ;[stored] = values as readonly unknown[]
        return Promise.resolve({} as Awaited<ReturnType<ClickHouseClient['insert']>>)
      },
      query: ({ query }) => Promise.resolve({ json: () => Promise.resolve(rows(query)) }),
    }
  const servers = singleServer(client as ClickHouseClient)
  await buildSnapshot(servers, workspace, made, new AbortController().signal)
  const others = commands.findIndex((one) => one.endsWith('person_linked_7'))
  return { counts: commands.slice(0, others), counted, stored }
}
const fill = 'INSERT INTO person_counts_7'
const clear = 'DROP TABLE person_counts_7'

t.test('the slots of exactly the listed parts are counted', async (t) => {
  const parts = ['202401_1_1_0', '202401_2_2_0']
  const { counts, counted, stored } = await built(parts, [...parts, '202401_3_3_0'])
  t.same([counts, counted], [[fill], [parts]])
  t.match(stored, { events: parts.map((name) => [name, 1]), links: [['all_1_1_0', 1]] })
})

t.test('they are listed and counted again if parts were merged meanwhile', async (t) => {
  const merged = ['202401_1_2_1']
  const { counts, counted, stored } = await built(['202401_1_1_0', '202401_2_2_0'], merged)
  t.same(counts, [fill, clear, fill])
  t.same(counted.at(-1), merged)
  t.match(stored, { events: [['202401_1_2_1', 1]], links: [['all_3_3_0', 1]] })
})

t.test('no slot is counted if parts are merged all the time', async (t) => {
  const lists = Array.from({ length: 40 }, (_, at) => [`202401_1_${at}_${at}`])
  const { counts, stored } = await built(...lists)
  t.same(counts.slice(-2), [fill, clear])
  t.equal(counts.length, 10)
  t.match(stored, { events: [['202401_1_8_8', 1]] })
})

t.test('an empty table has no parts whose names could be read', async (t) => {
  t.same((await built([])).counts, [])
})
