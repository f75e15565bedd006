import { chromium } from 'playwright-core'
import fs from 'node:fs'
const n = JSON.parse(fs.readFileSync('/tmp/views-demo/demo-login.json'))
const base = process.env.BASE ?? 'http://127.0.0.1:9177'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const dark = process.argv.includes('dark'), phone = process.argv.includes('phone')
const want = process.argv.slice(2).filter(x => !['dark','phone'].includes(x))
const ctx = await browser.newContext({ viewport: phone ? { width: 390, height: 844 } : { width: 1360, height: 900 }, colorScheme: dark ? 'dark' : 'light', deviceScaleFactor: 1, hasTouch: phone })
const page = await ctx.newPage()
page.on('console', m => { if (m.type() === 'error') console.log('CONSOLE', m.text(), page.url().slice(0,100)) })
page.on('pageerror', e => console.log('PAGEERROR', e.message, e.stack?.split('\n')[1]))
await page.goto(base + '/')
await page.getByLabel('E-mail').fill(n.email); await page.getByLabel('Password').fill(n.password)
await page.getByRole('button', { name: 'Log in' }).click()
await page.waitForSelector('nav')
const steps = JSON.stringify(['page_viewed','signup_started','signed_up','project_created','upgraded'].map(event => ({ event })))
const enc = encodeURIComponent
const sql = enc("SELECT app_version, count(DISTINCT device_id) AS devices, count(*) AS events\nFROM events_v1\nWHERE event_name = 'signup_started'\nGROUP BY app_version\nORDER BY app_version")
const all = {
  funnel: ['/funnels?steps=' + enc(steps)],
  funnelb: ['/funnels?steps=' + enc(JSON.stringify([{event:'signup_started'},{event:'signed_up',filters:[{field:'properties.method',operator:'in',value:['email','google']}]},{event:'project_created'}])) + '&breakdown=app_version'],
  funneltrend: ['/funnels?show=trend&steps=' + enc(JSON.stringify([{event:'signup_started'},{event:'signed_up'}]))],
  funneltimes: ['/funnels?show=times&steps=' + enc(steps)],
  funnelempty: ['/funnels'],
  funnelpeople: ['/funnels?people=3:dropped&steps=' + enc(steps)],
  retention: ['/retention?start=signed_up'],
  curve: ['/retention?start=signed_up&show=curve&breakdown=utm_campaign'],
  retpeople: ['/retention?start=signed_up&people=' + n.__cell],
  people: ['/people?who=known'],
  person: [null],
  live: ['/live'],
  logs: ['/logs'],
  logs30: ['/logs?range=30d&levels=' + enc('["error","alert"]')],
  sql: ['/sql?query=' + sql],
  sqlbad: ['/sql?query=' + enc('SELECT event_nme\nFROM events_v1')],
  sqlstart: ['/sql'],
}
for (const [name, [path]] of Object.entries(all)) {
  if (want.length && !want.includes(name)) continue
  if (name === 'retpeople') { await page.goto(base + '/retention?start=signed_up'); await page.locator('button.cell').nth(14).click() }
  else if (name === 'person') { await page.goto(base + '/people?who=known&filters=' + enc('[{"field":"trait:plan","operator":"in","value":["team","business"]}]')); await page.waitForSelector('.people a'); await page.waitForTimeout(300); await page.locator('.people a').nth(3).click() }
  else await page.goto(base + path)
  await page.waitForTimeout(4500)
  if (name === 'live' || name === 'logs') await page.locator('.line-head').nth(1).click()
  await page.waitForTimeout(400)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)
  if (wide) console.log('WIDE', name)
  await page.screenshot({ path: `/tmp/views-shots/${name}${dark ? '-dark' : ''}${phone ? '-phone' : ''}.png`, fullPage: phone })
}
await browser.close()
