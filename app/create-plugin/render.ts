import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { PluginKind, PluginNames } from './names.js'

/** A file of the new plugin. */
export interface RenderedFile {
  /** Relative to the plugin's folder. */
  readonly path: string
  readonly text: string
}

/**
 * Returns the files of a kind of plugin: those in `shared/` and those in its own folder of the templates. The templates
 * are real sources, in which the name is `acme-thing` in all its forms.
 */
export function renderedFiles(
  templates: string,
  kind: PluginKind,
  names: PluginNames,
): readonly RenderedFile[] {
  const replace = replacer(names)
  return ['shared', kind].flatMap((part) => {
    const folder = join(templates, part)
    return filesBelow(folder).map((path) => ({
      path: replace(nameOf(relative(folder, path))),
      text: replace(readFileSync(path, 'utf8')),
    }))
  })
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/** npm leaves hidden files out of packages. */
const nameOf = (path: string): string => path.replace(/^gitignore$/, '.gitignore')

function replacer(names: PluginNames): (text: string) => string {
  const forms: Readonly<Record<string, string>> = {
    'acme-npm-name': names.npm,
    'acme-thing': names.plugin,
    acme_thing: names.snake,
    ACME_THING: names.constant,
    'Acme thing': names.title,
  }
  const any = new RegExp(Object.keys(forms).join('|'), 'g')
  return (text) => text.replace(any, (form) => forms[form] ?? form)
}
