import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { definePlugin, open } from '../contract/index.js'
import { testService } from './test-service.js'

const root = t.testdir({
  secret: 'not to be served',
  web: {
    'index.html': '<!doctype html><title>Pages</title>',
    'robots.txt': 'User-agent: *',
    assets: { 'app-1a2b.js': `${'let a = 1;'.repeat(600)}`, 'app-1a2b.css': 'b{}', 'odd.bin': '\u0000' },
  },
})
const pages = (name: string, folder = 'web') =>
  definePlugin({
    name,
    contract: 1,
    after: [],
    register(host) {
      host.pages(pathToFileURL(join(root, folder, '/')))
      host.route({
        method: 'POST',
        path: '/hooks/only-post',
        summary: 'No page',
        tag: 'Test',
        access: open,
        handle: () => Promise.resolve({ data: {} }),
      })
    },
  })
