import type { JsonObject, JsonValue } from '../../contract/index.js'
import { entriesOf } from './any-value.js'
import { list, member, text, type Tree } from './tree.js'

export type Attributes = ReadonlyMap<string, JsonValue>

/** The resource and instrumentation scope of a group of records or points. */
export interface Sender {
  readonly service: string | null
  readonly source: string | null
  /** The resource's attributes without those used as service and source. */
  readonly resource: JsonObject
  readonly scope: JsonObject
  readonly scopeName: string
}

/** The attributes by key; the last of a repeated key counts. Throws Rejected. */
export const attributesOf = (tree: Tree): Attributes => new Map(entriesOf(list(tree, 'attributes')))

/** The sender of a resource group (such as ResourceLogs) and one of its scope groups. Throws Rejected. */
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

/** Maximum length of a service, source or label, in UTF-16 units. */
export const longest = 500
