import { dense, sparse } from '../data/rows.js'
import { contestantNames } from './contestants.js'
import { runDuel, type DuelResult } from './run-duel.js'

/**
 * npm run bench:duel -- [events,events …] [dense,sparse] [clickhouse,postgres,duckdb]: the service over each storage beside DuckDB over a Parquet file
 * of the same rows, asked by hand-written SQL. One event is stored before each question, so that no cached answer is
 * measured. Answers must be equal. Prints processor time, medians of rounds in turns.
 */
const sizes = (process.argv[2] ?? '1000000').split(',').map(Number)
const shapes = Object.entries({ dense, sparse }).filter(([name]) =>
  (process.argv[3] ?? 'dense,sparse').split(',').includes(name),
)

const storages = (process.argv[4] ?? 'clickhouse,postgres,duckdb').split(',')
const wanted = contestantNames.filter((name) => storages.includes(name.replace('our ', '').toLowerCase()))

const note = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)
const shown = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0)

function table({ rows, names, eventsOfDay, parquet }: DuelResult): string {
  const heads = names.flatMap((name) => [
    `${name} ms`,
    ...(name === 'our DuckDB' ? [] : ['service ms']),
    'times ahead',
  ])
  const lines = [...rows].map(([name, { rival, ours }]) => {
    const cells = ours.flatMap(({ cpu, service }, at) => [
      shown(cpu),
      ...(names[at] === 'our DuckDB' ? [] : [shown(service)]),
      (rival / cpu).toFixed(1),
    ])
    return `| ${name} | ${[shown(rival), ...cells].join(' | ')} |`
  })
  const note = `${eventsOfDay.toFixed(1)} events of a device on a day with any; the Parquet file has ${parquet.toFixed(0)} MB.`
  return [
    note,
    '',
    `| question | DuckDB over Parquet ms | ${heads.join(' | ')} |`,
    `| --- | ---: | ${heads.map(() => '---:').join(' | ')} |`,
    ...lines,
  ].join('\n')
}

for (const events of sizes)
  for (const [name, shape] of shapes) {
    note(`${name}, ${events} events`)
    console.log(
      `\n## ${events / 1e6} million events, ${name}\n\n${table(await runDuel(events, shape, wanted, note))}`,
    )
  }
