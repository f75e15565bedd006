import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import t from 'tap'

/** The files sent to a browser: the built ones beside the plugin. */
const folder = fileURLToPath(new URL('../../plugins/explorer/web/', import.meta.url))
const most = 250 * 1024
/** The SQL editor's packages, which only its view loads. */
const isEditor = (name: string): boolean => name.startsWith('editor-')
const mostOfEditor = 140 * 1024

t.test('all scripts but the SQL editor together are less than 250 KB, gzipped', async (t) => {
  const scripts = readdirSync(`${folder}assets`).filter((name) => name.endsWith('.js') && !isEditor(name))
  const sizes = scripts.map((name) => gzipSync(readFileSync(`${folder}assets/${name}`)).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(scripts.length > 0, `${scripts.length} scripts`)
  t.ok(total < most, `${Math.round(total / 1024)} KB`)
})

t.test('the SQL editor is a file of its own, which the page does not load', async (t) => {
  const [name, ...others] = readdirSync(`${folder}assets`).filter(isEditor)
  t.ok(name?.endsWith('.js') && others.length === 0, name ?? 'none')
  const size = gzipSync(readFileSync(`${folder}assets/${name ?? ''}`)).length
  t.ok(size < mostOfEditor, `${Math.round(size / 1024)} KB`)
  t.notMatch(readFileSync(`${folder}index.html`, 'utf8'), name ?? '')
})

t.test('the page names nothing outside, and runs nothing inline', async (t) => {
  const page = readFileSync(`${folder}index.html`, 'utf8')
  t.match(page, /<script type="module"[^>]* src="\/assets\/[^"]+\.js"><\/script>/)
  t.notMatch(page, /https?:\/\/|<script>|<style>|\son\w+=/)
})
