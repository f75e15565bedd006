import t from 'tap'
import { routeTable } from '../../http/route-table.js'
import { testService } from '../support/service.js'
import { doorsOf, encoded, knock } from './doors.js'
import { goodBodies } from './good-bodies.js'

/** Every place that takes a list of filters takes a tree too; a tree that cannot be read proves that it is read. */
const empty = { and: [] }

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

type Place = readonly (string | number)[]

/** The places of lists of filters: `filters`, `steps/0/filters`. */
function placesIn({ properties = {}, items, anyOf = [] }: Schema, path: Place = []): readonly Place[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) =>
      /(^|_)filters$/.test(name) ? [[...path, name]] : placesIn(schema, [...path, name]),
    ),
    ...(items === undefined ? [] : placesIn(items, [...path, 0])),
    ...anyOf.flatMap((schema) => placesIn(schema, path)),
  ]
}

/** Members of lists that the good bodies leave out. */
const members: Readonly<Record<string, object>> = {
  exclusions: { event: 'a', from_step: 1, to_step: 2 },
}

/** A copy of the body with a value at a place; lists and objects on the way are made. */
function withAt(body: unknown, [name, ...rest]: Place, value: unknown, list = ''): unknown {
  if (name === undefined) return value
  const inner = (of: unknown): unknown => withAt(of, rest, value, String(name))
  if (typeof name === 'number') {
    const [first = members[list] ?? {}, ...others] = (body ?? []) as readonly unknown[]
    return [inner(first), ...others]
  }
  const object = (body ?? {}) as Readonly<Record<string, unknown>>
  return { ...object, [name]: inner(object[name]) }
}

/** Rules of audiences that are older than trees: the tree of the definition, with `did`, says the same. */
const withoutTree = new Set(['events/0/filters'])

const service = await testService(t)
const { id: workspace, ingestKey } = await service.workspace()
const routes = routeTable(service.service.registry)

t.test('query strings', async (t) => {
  const taking = routes.filter(({ definition }) => definition.conditions === true)
  const names = new Set(taking.map(({ definition: { method, path } }) => `${method} ${path}`))
  const doors = (await doorsOf(service, workspace, ingestKey)).filter(({ name }) =>
    names.has(name.split(' ').slice(0, 2).join(' ')),
  )
  t.ok(doors.length > 50, `${doors.length} of metrics, people and explanations`)
  for (const door of doors) {
    // Without parameters that have a default, for which a door has no value of theirs.
    const base = Object.entries(door.base).filter(
      ([name, value]) => value !== 'x' && (name !== 'metric' || /\/(query|explain)/.test(door.path)),
    )
    const asked = { ...door, base: Object.fromEntries(base) }
    const { status, body } = await knock(service, asked, encoded('filter', JSON.stringify(empty)))
    t.equal(status, 422, door.name)
    t.match(JSON.stringify(body), /filter\.and/, door.name)
  }
})

t.test('bodies', async (t) => {
  let places = 0
  for (const { definition } of routes) {
    const { method, path, body: schema } = definition
    if (schema === undefined) continue
    for (const place of placesIn(schema)) {
      const said = `${method} ${path}: ${place.join('/')}`
      if (withoutTree.has(place.slice(-3).join('/'))) continue
      const good = goodBodies(workspace)[path]
      if (good === undefined) {
        t.fail(`${said}: no good body`)
        continue
      }
      places++
      const tree = [...place.slice(0, -1), String(place.at(-1)).replace(/filters$/, 'filter')]
      const answer = await service.call(method, path, { workspace, body: withAt(good, tree, empty) })
      t.equal(answer.status, 422, `${said}: ${JSON.stringify(answer.body).slice(0, 300)}`)
      t.match(JSON.stringify(answer.body), /filter\.and/, said)
    }
  }
  t.ok(places >= 20, `${places} places`)
})
