import { deviceKey, type Dialect, type Scope } from '../../../sql/dialect.js'
import { columnOf, keyColumn, withColumns, type Column, type Select } from '../../../sql/select.js'
import { lateKeys } from '../activity-snapshot/late-lists.js'
import { heldPerson, heldTable, isHeld, mapTable, type MapUse } from './map.js'

/** A dialect that resolves persons by the map. */
export interface MappedDialect {
  readonly dialect: Dialect
  /**
   * Whether the statement that was compiled by it reads keys of persons from the map alone. Other forms use the hashes of
   * users, with which these must not be compared.
   */
  readonly isWhole: () => boolean
}

/** Returns the dialect with persons resolved by the map wherever nothing but their key is read. */
export function byMap(base: Dialect, use: MapUse): MappedDialect {
  let mapped = 0
  let others = 0
  const other = <T>(result: T): T => {
    others++
    return result
  }
  const resolve: Dialect['resolvePersons'] = (rows, scope, need) => {
    if (need !== 'person') return other(base.resolvePersons(rows, scope, need))
    mapped++
    return joinMap(rows, scope, use)
  }
  return {
    dialect: {
      ...base,
      resolvePersons: resolve,
      resolveFew: resolve,
      devicesOf: (...of) => other(base.devicesOf(...of)),
    },
    isWhole: () => mapped > 0 && others === 0,
  }
}

/**
 * Joins rows with the map. Persons of links that are newer than the map go before it. Example:
 *
 *   before: SELECT device FROM events
 *   after:  SELECT ifNull(map.person, device) AS person FROM events LEFT ANY JOIN person_map AS map ON …
 *   late:   SELECT transform(device, [late devices], [their persons], ifNull(map.person, device)) AS person …
 *
 *   held:  SELECT if(joinGet('person_held', 'person', device) = 0, device, …) AS person FROM events WHERE NOT throwIf(…)
 *
 * If shards read their own rows, each joins its own part of the map, which is sharded by device too.
 */
function joinMap(rows: Select, scope: Scope, { map, late }: MapUse): Select {
  const alias = scope.alias()
  const device = columnOf(rows, deviceKey).sql
  const [devices, owners] = late
    ? [lateKeys('devices', scope.parameters), lateKeys('owners', scope.parameters)]
    : ['', '']
  const personOf = (known: string): Column =>
    keyColumn(late ? `transform(${device}, ${devices}, ${owners}, ${known})` : known)
  if (map.held) {
    const held = heldTable(scope.database, map.generation)
    const found = heldPerson(held, device)
    const person = personOf(`if(${found} = 0, ${device}, ${found})`)
    return { ...withColumns(rows, [['person', person]]), where: [...rows.where, isHeld(held)] }
  }
  const local = rows.perShard !== undefined && scope.shards !== null
  const table = mapTable(local ? scope.shards.database : scope.database, map.generation)
  const everywhere = local ? '' : (scope.shards?.everywhere ?? '')
  const joined = ` ${everywhere}LEFT ANY JOIN ${table} AS ${alias} ON ${device} = ${alias}.device`
  return {
    ...rows,
    from: rows.from + joined,
    ...(rows.perShard !== undefined && { perShard: rows.perShard + joined }),
    columns: new Map([...rows.columns, ['person', personOf(`ifNull(${alias}.person, ${device})`)]]),
    text: null,
  }
}
