// Writes storage-adapters/clickhouse/sandbox/function-names.ts: the functions allowed in members' SQL, chosen
// from the functions of the installed engine. Run it after `npm run build` when the engine changes, and
// review the diff: a function may stay only if it computes its value from its arguments, in time and memory
// that the engine can limit.
/* global Buffer, URL */
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startClickHouse } from '../build/storage-adapters/embedded/index.js'

const categories = [
  'Aggregate Functions, Arithmetic, Arrays, Bit, Comparison, Conditional, Dates and Times, Distance, Encoding, Financial',
  'Hash, IP Address, JSON, Logical, Map, Mathematical, Null, Random Number, Rounding, String, String Replacement',
  'String Search, String Splitting, Time Window, Tuple, Type Conversion, URL, UUID',
].flatMap((line) => line.split(', '))

/** Functions of other categories. */
const picked = words(`
  bar byteSize caseWithExpression countDigits defaultValueOfArgumentType finalizeAggregation formatReadableDecimalSize
  formatReadableQuantity formatReadableSize formatReadableTimeDelta geoDistance getSubcolumn greatCircleAngle
  greatCircleDistance identity ignore initializeAggregation isDecimalOverflow materialize minSampleSizeContinuous
  minSampleSizeConversion neighbor parseReadableSize parseReadableSizeOrNull parseReadableSizeOrZero parseTimeDelta
  pointInEllipses rowNumberInAllBlocks rowNumberInBlock runningAccumulate runningDifference
  runningDifferenceStartingWithFirstValue toColumnTypeName toTypeName transform variantElement variantType visibleWidth
`)

/** Excluded although their category is allowed, for a reason per line. */
const leftOut = words(`
  ${/* the state of the server or session */ ''} serverTimezone timezone
  ${/* formats, which may read schema files */ ''} formatRow formatRowNoNewline groupFormat
  ${/* sets and tables by name across servers */ ''} globalIn globalInIgnoreSet globalNotIn globalNotInIgnoreSet globalNotNullIn
  globalNotNullInIgnoreSet globalNullIn globalNullInIgnoreSet inIgnoreSet notInIgnoreSet notNullInIgnoreSet nullInIgnoreSet
  ${/* quadratic or worse within one value: nothing stops them */ ''} arrayFold arrayLevenshteinDistance arrayLevenshteinDistanceWeighted
  arraySimilarity damerauLevenshteinDistance editDistance editDistanceUTF8 hasSubstr jaroSimilarity jaroWinklerSimilarity
  JSONMergePatch JSON_EXISTS JSON_QUERY JSON_VALUE kolmogorovSmirnovTest mapPopulateSeries sparseGrams sparseGramsHashes sparseGramsHashesUTF8 sparseGramsUTF8
  ${/* compile patterns outside of every budget */ ''} multiFuzzyMatchAllIndices multiFuzzyMatchAny multiFuzzyMatchAnyIndex
  multiMatchAllIndices multiMatchAny multiMatchAnyIndex
  ${/* may loop for long with extreme arguments */ ''} randBinomial randChiSquared randFisherF randNegativeBinomial randPoisson
  randStudentT timeSlots
  ${/* engine internals or experiments */ ''} aggThrow chdb estimateCompressionRatio flameGraph naiveBayesNgrams nothing
  nothingNull nothingUInt64 printf randomHadamardTransform sequenceNextNode reinterpret
`)

/**
 * Families: functions of the Prometheus engine, which have state beside the query, and searches that are
 * quadratic within one value.
 */
const leftOutFamilies = /^(timeSeries|multiSearch)/

function words(text) {
  return text.split(/\s+/).filter(Boolean)
}

const directory = mkdtempSync(join(tmpdir(), 'sextant-functions-'))
chmodSync(directory, 0o711)
const quiet = { info() {}, warn() {}, error: console.error }
const engine = await startClickHouse({ directory, log: quiet })
try {
  const query =
    'SELECT name, is_aggregate, alias_to, categories FROM system.functions FORMAT JSONCompactEachRow'
  const authorization = `Basic ${Buffer.from(`${engine.user}:${engine.password}`).toString('base64')}`
  const answer = await fetch(engine.url, { method: 'POST', headers: { authorization }, body: query })
  const rows = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const byName = new Map(rows.map((row) => [row[0], row]))
  for (const name of [...picked, ...leftOut])
    if (!byName.has(name)) throw new Error(`unknown function ${name}`)
  const isAllowed = (name) => {
    const row = byName.get(name) ?? rows.find(([one]) => one.toLowerCase() === name.toLowerCase())
    if (row === undefined) return false
    const list = row[3]
    if (leftOut.includes(name) || leftOutFamilies.test(name)) return false
    return picked.includes(name) || categories.includes(list)
  }
  const allowed = rows.filter(([name, , alias]) => isAllowed(alias || name) && !leftOut.includes(name))
  const small = new Set(allowed.map(([name]) => name.toLowerCase()))
  for (const [name] of rows)
    if (small.has(name.toLowerCase()) && !allowed.some(([one]) => one.toLowerCase() === name.toLowerCase()))
      throw new Error(`${name} differs from an allowed function only by case`)
  const of = (aggregate) => {
    const names = allowed.filter((row) => Boolean(row[1]) === aggregate).map(([name]) => name.toLowerCase())
    return [...new Set(names)].sort()
  }
  writeFileSync(
    new URL('../storage-adapters/clickhouse/sandbox/function-names.ts', import.meta.url),
    `// Written by tools/clickhouse-functions.js for ClickHouse ${engine.version}. That script lists the choices and their
// reasons. Names are in lower case.

export const scalarNames = \`
${wrapped(of(false))}
\`

export const aggregateNames = \`
${wrapped(of(true))}
\`
`,
  )
} finally {
  await engine.stop()
  rmSync(directory, { recursive: true, force: true })
}

function wrapped(names) {
  const lines = ['']
  for (const name of names) {
    if (`${lines.at(-1)} ${name}`.length > 150) lines.push('')
    lines.push(`${lines.pop()} ${name}`.trim())
  }
  return lines.join('\n')
}
