/**
 * Reads tap's output line by line: which files it ran, and how its assertions went. Nothing counts as passed by
 * default: without tap's own total, with a file missing, or with a file that failed, the result is a failure.
 */
export function tapResult(expectedFiles, print = () => undefined) {
  const ran = new Map()
  let totals = null
  let failing = null

  /** A failed assertion is printed with its details, a file with its time. */
  function line(text) {
    const file = /^(not )?ok \d+ - (\S+)(.*)$/.exec(text)
    if (file !== null) {
      ran.set(file[2], file[1] === undefined)
      print(`${file[1] === undefined ? 'ok    ' : 'FAILED'} ${file[2]}${file[3]}`)
    }
    const counts = /^# \{ (total: .*) \}$/.exec(text)
    if (counts !== null) totals = readCounts(counts[1])
    const failed = /^(\s+)not ok /.exec(text)
    if (failed !== null) failing = failed[1]
    else if (failing !== null && !text.startsWith(`${failing} `)) failing = null
    if (failing !== null) print(text)
  }

  /** What the run comes to, given tap's exit code. Skipped and postponed tests count as failed. */
  function end(exitCode) {
    const { total = 0, pass = 0, fail = 0, skip = 0, todo = 0 } = totals ?? {}
    const broken = [...ran.values()].filter((ok) => !ok).length
    const missing = expectedFiles.filter((name) => !ran.has(name))
    for (const name of missing) print(`MISSING ${name}`)
    const failed = Math.max(fail + skip + todo, broken, total - pass) + missing.length
    const suspicious = exitCode !== 0 || totals === null || pass === 0
    return { passed: pass, failed: failed === 0 && suspicious ? 1 : failed }
  }

  return { line, end }
}

const readCounts = (text) =>
  Object.fromEntries([...text.matchAll(/(\w+): (\d+)/g)].map(([, name, count]) => [name, Number(count)]))
