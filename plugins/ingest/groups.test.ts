import t from 'tap'
import { openTopics, type Body, type TopicService } from '../../test/http/topic.js'

const topic = await openTopics(t)
const now = '2024-05-10T12:00:00Z'
const range = '2024-05-01,2024-05-10'

const event = (device_id: string, hour: number, more: object = {}) => ({
  event: 'open',
  device_id,
  timestamp: `2024-05-09T${String(hour).padStart(2, '0')}:00:00Z`,
  ...more,
})
const call = (device_id: string, hour: number, group_id: string, more: object = {}) => ({
  type: 'group',
  ...event(device_id, hour),
  event: undefined,
  group_id,
  ...more,
})

/** The group of each event, oldest first, as `hour id`. */
async function groupsOf({ ask }: TopicService, type = 'company'): Promise<readonly string[]> {
  const { data } = await ask('events/raw', { range, limit: '100' })
  return (data as Body[])
    .map(({ timestamp, device_id, properties }) => {
      const id = properties.$groups?.[type] as string | undefined
      return `${String(device_id)} ${String(timestamp).slice(11, 13)} ${id ?? '-'}`
    })
    .sort()
}

await topic('the groups that an event names', now, async (t, fixture) => {
  await fixture.send([
    event('a', 1, { groups: { company: 'acme', team: 7 } }),
    event('a', 2, { properties: { $groups: { company: 'beta', bad: { x: 1 }, 'a.b': 'c', empty: ' ' } } }),
    event('a', 3, { groups: { company: 'acme' }, properties: { $groups: { company: 'beta', team: 'b' } } }),
    event('a', 4, { groups: ['acme'], properties: { x: 1 } }),
    event('a', 5, { groups: { company: '' } }),
  ])
  const { data } = await fixture.ask('events/raw', { range })
  t.strictSame((data as Body[]).map(({ properties }) => properties).reverse(), [
    { $groups: { company: 'acme', team: '7' } },
    { $groups: { company: 'beta' } },
    { $groups: { company: 'acme', team: 'b' } },
    { groups: ['acme'], x: 1 },
    {},
  ])
  t.equal(await fixture.total('dau', { range, actor: 'group:company' }), 2)
  t.equal(await fixture.total('dau', { range, actor: 'group:team' }), 2)
})

await topic('the groups that the last call before an event named', now, async (t, fixture) => {
  await fixture.send([
    event('a', 1),
    call('a', 2, 'acme'),
    event('a', 2),
    event('a', 3, { groups: { team: 'red' } }),
    call('a', 4, 'blue', { group_type: 'team' }),
    event('a', 5),
    call('a', 6, 'beta'),
    event('a', 7),
    event('a', 8, { groups: { company: 'own' } }),
    event('b', 8),
  ])
  t.strictSame(await groupsOf(fixture), [
    'a 01 -',
    'a 02 acme',
    'a 03 acme',
    'a 05 acme',
    'a 07 beta',
    'a 08 own',
    'b 08 -',
  ])
  t.strictSame(await groupsOf(fixture, 'team'), [
    'a 01 -',
    'a 02 -',
    'a 03 red',
    'a 05 blue',
    'a 07 blue',
    'a 08 blue',
    'b 08 -',
  ])
  // Each alone, later, and in no order of time.
  for (const hour of [9, 6, 4, 3, 0]) await fixture.send([event('a', hour, { event: 'late' })])
  const late = {
    range,
    'conditions[0][field]': 'event_name',
    'conditions[0][value]': 'late',
    breakdown: 'group:company',
  }
  t.strictSame(await fixture.points('events', { ...late, granularity: 'monthly' }), [
    ['2024-05-01', 'acme', 2],
    ['2024-05-01', 'beta', 2],
    ['2024-05-01', '(none)', 1],
  ])
  await fixture.send([call('a', 7, 'late call')])
  t.match(await groupsOf(fixture), ['a 00 -'], 'stored events stay as they are')
  await fixture.send([event('a', 10)])
  t.equal((await groupsOf(fixture)).filter((one) => one.startsWith('a 10'))[0], 'a 10 late call')
})

await topic('lines of one millisecond', now, async (t, fixture) => {
  await fixture.send([
    event('a', 1),
    call('a', 1, 'acme'),
    event('a', 1, { event: 'next' }),
    call('a', 1, 'beta'),
  ])
  await fixture.send([event('a', 1, { event: 'later request' })])
  const { data } = await fixture.ask('events/raw', { range })
  const named = (data as Body[]).map(({ event_name, properties }) => [
    event_name,
    properties.$groups?.company ?? null,
  ])
  t.strictSame(Object.fromEntries(named), { open: null, next: 'acme', 'later request': 'beta' })
})

await topic('calls in requests of their own', now, async (t, fixture) => {
  await fixture.send([event('a', 1)])
  await fixture.send([call('a', 2, 'acme')])
  await fixture.send([event('a', 3)])
  await fixture.send([call('a', 4, 'beta')])
  await fixture.send([event('a', 5)])
  t.strictSame(await groupsOf(fixture), ['a 01 -', 'a 03 acme', 'a 05 beta'])
})

await topic('lines that name no group', now, async (t, { service, ingestKey }) => {
  const { status, body } = await service.call('POST', '/v1/events', {
    token: ingestKey,
    body: [
      event('a', 1, { groups: { company: { id: 1 } } }),
      event('a', 1, { groups: { 'a.b': 'c' } }),
      event('a', 1, { groups: { company: 'x'.repeat(501) } }),
      call('a', 1, 'acme', { group_type: 'a:b' }),
      call('a', 1, 'acme', { group_type: 7 }),
      call('a', 1, ''),
      event('a', 1, { groups: { company: 'acme' } }),
    ],
  })
  t.equal(status, 207)
  const wrong = (body as { errors: { line: number; error: string }[] }).errors
  t.strictSame(
    wrong.map(({ line }) => line),
    [1, 2, 3, 4, 5, 6],
  )
  t.match(wrong[0]?.error, /^groups\.company must be/)
  t.match(wrong[3]?.error, /^group_type must be/)
})
