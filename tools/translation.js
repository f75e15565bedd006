import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * A Vite plugin: a file of `texts/<language>` stands in for the file of its name in `texts`. What a translation lacks
 * stays English. A translation itself may import from `texts`.
 *
 * @param {string} texts the folder of the English texts
 * @param {string} language the name of a folder in it; any other name changes nothing
 * @returns {import('vite').Plugin}
 */
export function translation(texts, language) {
  const folder = resolve(texts)
  const translated = join(folder, language)
  return {
    name: 'translation',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.') || dirname(importer) === translated) return null
      const file = resolve(dirname(importer), source)
      if (dirname(file) !== folder) return null
      const found = join(translated, basename(file).replace(/\.js$/, '.ts'))
      return existsSync(found) ? found : null
    },
  }
}
