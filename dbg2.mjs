import { chromium } from 'playwright-core'
import fs from 'node:fs'
const n = JSON.parse(fs.readFileSync('/tmp/views-demo/demo-login.json'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await (await browser.newContext({viewport:{width:1360,height:900}})).newPage()
page.on('console', m => console.log('CONSOLE', m.text())); page.on('pageerror', e => console.log('PAGEERROR', e.message))
const base='http://127.0.0.1:9177'
await page.goto(base+'/funnels'); await page.getByLabel('E-mail').fill(n.email); await page.getByLabel('Password').fill(n.password); await page.getByRole('button', { name: 'Log in' }).click()
await page.getByRole('button', { name: `Event of step 1: Choose an event` }).click()
await page.getByRole('combobox', { name: 'Find an event' }).fill('signup_started')
await page.waitForTimeout(1500)
await page.evaluate(() => { for (const e of ['pointerdown','click','focusin','keydown']) addEventListener(e, (x) => console.log(e, x.target?.outerHTML?.slice(0,100)), true) })
console.log(await page.locator('[role=option]').allInnerTexts())
await page.getByRole('option', { name: 'signup_started', exact: true }).click()
await page.waitForTimeout(500)
console.log(page.url(), await page.locator('[role=option]').allInnerTexts())
await browser.close()
