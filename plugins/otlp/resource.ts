import type { JsonObject, JsonValue } from '../../core/contract/index.js'
import { entriesOf } from './any-value.js'
import { list, member, text, type Tree } from './tree.js'

export type Attributes = ReadonlyMap<string, JsonValue>

/** Who sent a group of records or points: its resource and its instrumentation scope. */
export interface Sender {
  readonly service: string | null
  readonly source: string | null
  /** What the resource says beside service.name and host.name. */
  readonly resource: JsonObject
  readonly scope: JsonObject
  readonly scopeName: string
}

export const attributesOf = (tree: Tree): Attributes => new Map(entriesOf(list(tree, 'attributes')))

/** The sender that `group` (of a ResourceLogs, say) and one of its scope groups name. */
export function senderOf(group: Tree, scoped: Tree): Sender {
  const resource = new Map(attributesOf(member(group, 'resource')))
  const take = (name: string): string | null => {
    const value = resource.get(name)
    if (typeof value !== 'string' || value.trim() === '' || value.length > longest) return null
    resource.delete(name)
    return value
  }
  const scope = member(scoped, 'scope')
  const [name, version] = [text(scope, 'name'), text(scope, 'version')]
  return {
    service: take('service.name'),
    source: take('host.name') ?? take('host.id'),
    resource: Object.fromEntries(resource),
    scope: {
      ...(name === '' ? {} : { name }),
      ...(version === '' ? {} : { version }),
      ...Object.fromEntries(attributesOf(scope)),
    },
    scopeName: name,
  }
}

/** A service, a source and a label are no longer than this. */
export const longest = 500
