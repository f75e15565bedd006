// Which test files share a process. Loading the modules of a service and compiling its schemas takes two seconds of
// processor time, which is more than most files need for themselves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { longest } from './test-files.js'

/** So few files have a process each: their stack traces show the lines of the sources. */
export const fewFiles = 12

/** How many files share a process: the fewer, the more even is the end of a run. */
const smallest = 4
const largest = 40
/** A process gets this fraction of the files that are left for one job: the first ones are long, the last ones short. */
const share = 2 / 3

/** Files of the later tiers outside these folders start programs or kill engines. */
const sharingFolders = /^(?:client|plugins|storage-adapters|test\/(?:cluster|explorer|http|kit|property))\//

/**
 * Marks of files that change what all modules of a process share, or measure what the process uses. A file that changes
 * something without such a mark fails, and the runner says what it changed (tools/run-shared.js).
 */
const marks =
  /Object\.assign\(globalThis|process\.(?:exit|chdir|on|once|memoryUsage|cpuUsage)\b|\/(?:processor-time|no-meters|load-guard)\.js'|node:child_process/

const sourceOf = (file) => file.replace(/^build\//, '').replace(/\.js$/, '.ts')

const endingOf = (file) => /(?:\.engines|\.exhaustive)?\.test\.js$/.exec(file)?.[0] ?? '.js'

function needsOwnProcess(file) {
  const source = sourceOf(file)
  const isLater = /\.(?:engines|exhaustive)\.test\.ts$/.test(source)
  return (
    longest.includes(source) ||
    (isLater && !sharingFolders.test(source)) ||
    marks.test(readFileSync(file, 'utf8'))
  )
}

/**
 * Compiled files as lists, one list a process, in the order in which they start: the longest files, those that share a
 * process, in lists that become shorter, and the others. So all of the `jobs` end at about the same time.
 */
export function batchesOf(files, jobs) {
  if (files.length <= fewFiles) return files.map((file) => [file])
  const alone = files.filter(needsOwnProcess)
  const sharing = files.filter((file) => !alone.includes(file))
  const first = alone.filter((file) => longest.includes(sourceOf(file)))
  const batches = first.map((file) => [file])
  // The stores that a file runs over are chosen once a process, by its tier (test/support/named-store.ts).
  for (const ending of new Set(sharing.map(endingOf))) {
    const left = sharing.filter((file) => endingOf(file) === ending)
    while (left.length > 0) {
      const size = Math.ceil((left.length / jobs) * share)
      batches.push(left.splice(0, Math.min(largest, Math.max(smallest, size))))
    }
  }
  return [...batches, ...alone.filter((file) => !first.includes(file)).map((file) => [file])]
}

let written = 0

/** Writes the program that runs these files in one process, and returns its path. Its name ends as theirs do. */
export function programFor(files) {
  mkdirSync('build/.shared', { recursive: true })
  const path = resolve(`build/.shared/${process.pid}-${++written}${endingOf(files[0])}`)
  const paths = JSON.stringify(files, null, 2)
  writeFileSync(path, `import { runShared } from '../../tools/run-shared.js'\n\nawait runShared(${paths})\n`)
  return path
}
