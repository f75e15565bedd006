import { chromium } from 'playwright-core'
import fs from 'node:fs'
const n = JSON.parse(fs.readFileSync('/tmp/views-demo/demo-login.json'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await (await browser.newContext({viewport:{width:1360,height:900}})).newPage()
page.on('console', m => console.log('CONSOLE', m.text())); page.on('pageerror', e => console.log('PAGEERROR', e.message))
const base='http://127.0.0.1:9177'
await page.goto(base+'/funnels'); await page.getByLabel('E-mail').fill(n.email); await page.getByLabel('Password').fill(n.password); await page.getByRole('button', { name: 'Log in' }).click()
for (const [index, event] of ['signup_started', 'signed_up'].entries()) {
    await page.getByRole('button', { name: `Event of step ${index + 1}: Choose an event` }).click()
    await page.getByRole('combobox', { name: 'Find an event' }).fill(event)
    await page.getByRole('option', { name: event, exact: true }).click()
}
console.log(page.url())
await page.getByRole('button', { name: 'Break down' }).click()
await page.getByRole('combobox', { name: 'Break down by' }).fill('app_version')
await page.screenshot({path:'/tmp/views-shots/dbg.png'})
await page.getByRole('option', { name: /^app_version/ }).first().click()
await page.waitForTimeout(3000)
console.log(page.url())
await page.screenshot({path:'/tmp/views-shots/dbg2.png'})
await browser.close()
