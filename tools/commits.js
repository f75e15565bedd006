// Checks the subjects of commits: node tools/commits.js [range]; the last commit that is no merge unless given.
// A subject is `type(scope): imperative`, at most 72 characters, in lower case and without a final period.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const types = ['feat', 'fix', 'perf', 'refactor', 'docs', 'test', 'build', 'ci', 'style', 'chore', 'revert']
const form = new RegExp(`^(?:${types.join('|')})(?:\\([a-z0-9-]+(?:,[a-z0-9-]+)*\\))?!?: [a-z0-9].*[^.]$`)
const longest = 72

/** Returns what is wrong with a subject, or null. @param {string} subject */
export function subjectFault(subject) {
  if (subject.length > longest) return `has ${subject.length} characters, at most ${longest}`
  if (form.test(subject)) return null
  return `must be \`type(scope): imperative\` with one of the types ${types.join(', ')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const range = process.argv[2] === undefined ? ['--no-merges', '-1'] : [process.argv[2]]
  const log = execFileSync('git', ['log', '--format=%h %s', ...range], { encoding: 'utf8' })
  const faults = log
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash = '', ...words] = line.split(' ')
      const fault = subjectFault(words.join(' '))
      return fault === null ? [] : [`${hash} ${words.join(' ')}: ${fault}`]
    })
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
