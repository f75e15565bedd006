import { tagName, type DescribedRoute, type Tag } from '../../contract/index.js'

/** The document's tags, by name. One that no route describes is described by its plugins. */
export function tagsOf(routes: readonly DescribedRoute[]): readonly Tag[] {
  const tags = new Map<string, string>()
  for (const { definition, plugin } of routes) {
    const { tag } = definition
    const name = tagName(tag)
    if (typeof tag !== 'string') tags.set(name, tag.description)
    else if (!tags.has(name)) tags.set(name, `Routes of the plugin ${plugin}.`)
  }
  return [...tags]
    .map(([name, description]) => ({ name, description }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
