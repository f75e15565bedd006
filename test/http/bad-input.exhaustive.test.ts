import t from 'tap'
import type { Called } from '../support/request.js'
import { badConditions } from './bad-conditions.js'
import {
  badValues,
  doorsOf,
  encoded,
  isFree,
  knock,
  knockAll,
  nothingNew,
  refusalOf,
  refused,
  refusedAt,
} from './doors.js'
import { brokenEscapes, faultOf, hostileTexts, someOf } from './hostile.js'
import '../support/every-store.js'
import { memory } from '../support/named-store.js'
import { eachStore } from '../support/service.js'
import { store } from '../support/send.js'

const unknownNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '__proto__[x]',
  'a[b]',
  '',
  '%20',
  "'--",
  '😀',
]

/** Searches for accounts that find one: `.` is a part of every address. */
const findsAdmin = [encoded('email', '.')]

/** Once too often: up to three breakdowns may be named, with a dimension for each. */
const repeated = (name: string): string =>
  Array.from({ length: ['breakdown', 'dimension'].includes(name) ? 4 : 2 }, (_, n) => `${name}=${n}`).join(
    '&',
  )

/** All persons were active today, one of the thirty requested days. */
const meanOfShares = 1 / 30

await eachStore(t, async (t, service) => {
  const { id, ingestKey } = await service.workspace()
  await store(service, ingestKey, [
    { event: 'e', device_id: 'd', properties: { p: 5, q: 'text' } },
    { event: 'e', device_id: 'd2', properties: { p: 'x' } },
  ])
  const doors = await doorsOf(service, id, ingestKey)
  const baseline = async (): Promise<unknown> =>
    Promise.all(
      doors
        .filter(({ takesConditions }) => takesConditions)
        .map(async (door) => (await knock(service, door, '')).body as unknown),
    )
  const before = await baseline()
  // What is rejected before a store is asked is the same over all of them: it is sent over the first.
  const isFirst = service.over === memory.name
  const named = doors.flatMap((door) =>
    Object.entries(door.parameters).map(([name, schema]) => ({ door, name, schema })),
  )

  await t.test('values that are not of the parameter', async (t) => {
    const knocks = named.flatMap(({ door, name, schema }, turn) =>
      badValues(name, schema, turn).map((value) => {
        const free = isFree(door.path, name) && (schema.maxLength ?? Infinity) >= value.length
        const wrong = free ? nothingNew(2, meanOfShares) : refusalOf(name)
        return { door, more: encoded(name, value), less: name, wrong, free }
      }),
    )
    // A key is checked by the code that reads it: a wrong one is not admitted at all.
    const checked = knocks.filter(({ less, more }) => less !== 'token' && !findsAdmin.includes(more))
    const asked = checked.filter(({ free }) => free)
    const refusals = checked.filter(({ free }) => !free)
    await knockAll(t, service, [...asked, ...(isFirst ? refusals : [])], 'bad values')
  })

  const rejected = isFirst ? t : null
  await rejected?.test('escapes, repetitions and lists', async (t) => {
    const knocks = named.flatMap(({ door, name }) => [
      ...brokenEscapes.map((escape) => ({
        door,
        more: `${name}=${escape}`,
        less: name,
        wrong: refusalOf(name),
      })),
      ...[repeated(name), `${name}[]=1`, `${name}[0]=1`, `${name}[a]=1`, `${name}.a=1`].map((more) => ({
        door,
        more,
        less: name,
        wrong: refusalOf(name),
      })),
    ])
    const checked = knocks.filter(({ less }) => less !== 'token')
    await knockAll(t, service, checked, 'escapes')
  })

  await rejected?.test('names that nobody knows', async (t) => {
    const nearly = named.map(({ door, name }) => ({
      door,
      more: `${name}x=1`,
      wrong: (answer: Called) =>
        refused(answer) ??
        (String(answer.body.message).includes(`unknown parameter "${name}x"; did you mean ${name}?`)
          ? null
          : String(answer.body.message)),
    }))
    const strange = doors.flatMap((door) =>
      [...unknownNames, 'n'.repeat(5_000)].map((name) => ({
        door,
        more: `${name.includes('%') ? name : encodeURIComponent(name)}=1`,
        wrong: refusedAt(door),
      })),
    )
    await knockAll(t, service, [...nearly, ...strange], 'unknown names')
  })

  await t.test('conditions that make no sense', async (t) => {
    const knocks = doors.flatMap((door, turn) => {
      const all = door.takesConditions && turn % 3 === 0
      return (all ? badConditions : someOf(badConditions, turn)).map((more) => ({
        door,
        more,
        wrong: refusedAt(door),
      }))
    })
    await knockAll(t, service, knocks, 'malformed conditions')
    const fields = [
      '.',
      '..',
      'a.',
      '.a',
      'a..b',
      'properties..',
      'trait:a.b',
      ':',
      'a:b',
      '(none)',
      ...hostileTexts,
    ]
    const hostile = doors
      .filter(({ takesConditions, path }) => takesConditions && /\/(dau|query|events\/raw)$/.test(path))
      .flatMap((door, turn) =>
        someOf(fields, turn, 16).flatMap((text) => [
          {
            door,
            more: `${encoded('conditions[0][field]', text)}&conditions[0][value]=x`,
            wrong: nothingNew(2),
          },
          {
            door,
            more: `conditions[0][field]=q&${encoded('conditions[0][value]', text)}`,
            wrong: nothingNew(2),
          },
          {
            door,
            more: `conditions[0][field]=q&conditions[0][op]=contains&${encoded('conditions[0][value]', text)}`,
            wrong: nothingNew(2),
          },
        ]),
      )
    await knockAll(t, service, hostile, 'hostile conditions')
  })

  await t.test('workspaces, keys and paths that are none', async (t) => {
    const faults: string[] = []
    const look = (what: string, answer: Called, statuses: readonly number[]): void => {
      const fault = statuses.includes(answer.status) ? faultOf(answer) : `status ${answer.status}`
      if (fault !== null) faults.push(`${what.slice(0, 100)}: ${fault}`)
    }
    const headers = hostileTexts.filter((text) => /^[\x20-\x7e\t]+$/.test(text))
    for (const text of [...headers, `${id} `, `${id}x`, id.toUpperCase(), `${id}, ${id}`, 'é']) {
      const same = text.trim() === id
      const statuses = same ? [200] : text.trim() === '' ? [422] : [403]
      look(
        `workspace ${text}`,
        await service.call('GET', '/api/v1/metrics/dau', { workspace: text }),
        statuses,
      )
      const authorization = { headers: { authorization: `Bearer ${text}` }, token: null, workspace: id }
      look(`bearer ${text}`, await service.call('GET', '/api/v1/metrics/dau', authorization), [401])
      const key = { headers: { 'x-api-key': text }, token: null, body: '{}' }
      look(`key ${text}`, await service.call('POST', '/v1/events', key), [401])
    }
    const paths = [
      '',
      '/x',
      '/%00',
      '/%E0%A4%A',
      '/%',
      '/..%2f..%2fetc%2fpasswd',
      `/${'a/'.repeat(2_000)}`,
      '/%5c',
    ]
    for (const path of paths) {
      look(
        `path ${path}`,
        await service.call('GET', `/api/v1/metrics/dau${path}`, {}),
        path === '' ? [422] : [404, 422],
      )
      look(`asset ${path}`, await service.call('GET', `/docs/assets${path}x`, {}), [404, 422])
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      look(method, await service.call(method, '/api/v1/metrics/dau', { workspace: id }), [405])
    t.strictSame(faults, [])
  })

  await rejected?.test('requests that are longer than any', async (t) => {
    for (const length of [20_000, 100_000, 400_000]) {
      const query = `timezone=${'a'.repeat(length)}`
      const answer = await service.call('GET', '/api/v1/metrics/dau', { query, workspace: id })
      t.equal(answer.status, 422, `${length} characters`)
      t.equal(answer.body.error, 'VALIDATION_ERROR')
      t.notMatch(JSON.stringify(answer.body), /HPE|parse|node/i)
    }
  })

  t.strictSame(await baseline(), before, 'nothing has changed')
})
