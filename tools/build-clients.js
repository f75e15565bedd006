// Compiles the tests of clients, whose packages `npm run clients` installs beside them, and puts the packages within reach of
// what is compiled: node tools/build-clients.js
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = resolve('test/clients/node_modules')

/** Whether the packages are installed. */
export const hasClients = () => existsSync(packages)

export function buildClients() {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'test/clients'], {
    stdio: 'inherit',
  })
  const folder = 'build/test/clients'
  mkdirSync(folder, { recursive: true })
  if (lstatSync(`${folder}/node_modules`, { throwIfNoEntry: false }) === undefined)
    symlinkSync(packages, `${folder}/node_modules`, 'dir')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildClients()
