import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import t from 'tap'

/** The files sent to a browser: the built ones beside the plugin. */
const folder = fileURLToPath(new URL('../../plugins/explorer/web/', import.meta.url))
const most = 250 * 1024

t.test('all scripts together are less than 250 KB, gzipped', async (t) => {
  const scripts = readdirSync(`${folder}assets`).filter((name) => name.endsWith('.js'))
  const sizes = scripts.map((name) => gzipSync(readFileSync(`${folder}assets/${name}`)).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(scripts.length > 0, `${scripts.length} scripts`)
  t.ok(total < most, `${Math.round(total / 1024)} KB`)
})

t.test('the page names nothing outside, and runs nothing inline', async (t) => {
  const page = readFileSync(`${folder}index.html`, 'utf8')
  t.match(page, /<script type="module"[^>]* src="\/assets\/[^"]+\.js"><\/script>/)
  t.notMatch(page, /https?:\/\/|<script>|<style>|\son\w+=/)
})
