// Writes the tables of metrics, settings and errors into their pages; needs a build. `npm run docs`
import { readFileSync, writeFileSync } from 'node:fs'
import { tables, withTable } from '../build/test/arch/tables.js'

for (const table of tables()) {
  const page = withTable(readFileSync(table.page, 'utf8'), table)
  if (page === null) throw new Error(`${table.page} has no place for the table of ${table.name}`)
  writeFileSync(table.page, page)
}
