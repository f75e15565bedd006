/**
 * Reads the TAP of one test file line by line. Nothing counts as passed by default: without the file's own total, or
 * with an exit that is not clean, it has failed.
 */
export function tapResult() {
  const failures = []
  const skips = []
  let totals = null
  let indent = null

  /** A failed assertion is kept with its details. */
  function line(text) {
    const counts = /^# \{ (total: .*) \}$/.exec(text)
    if (counts !== null) totals = readCounts(counts[1])
    if (/^\s*ok .* # SKIP/.test(text)) skips.push(text.trim())
    const failed = /^(\s*)not ok /.exec(text)
    if (failed !== null) indent = failed[1]
    else if (indent !== null && !text.startsWith(`${indent} `)) indent = null
    if (indent !== null) failures.push(text)
  }

  /** What the file comes to: assertions that passed, that failed, that were skipped. A postponed one has failed. */
  function end(exitCode) {
    const { total = 0, pass = 0, fail = 0, skip = 0, todo = 0 } = totals ?? {}
    const failed = Math.max(fail + todo, total - pass - skip)
    const suspicious = exitCode !== 0 || totals === null || total === 0
    // What the machine itself forbids nobody can test there; everything else that is skipped could have run.
    const forbidden = skips.filter((text) => text.endsWith('is not permitted here')).length
    const skipped = Math.max(0, skip - forbidden)
    return { passed: pass, failed: failed === 0 && suspicious ? 1 : failed, skipped, failures, skips }
  }

  return { line, end }
}

const readCounts = (text) =>
  Object.fromEntries([...text.matchAll(/(\w+): (\d+)/g)].map(([, name, count]) => [name, Number(count)]))

/** All files together. With `noSkips` a skipped test is a failed one. */
export function sumOf(results, noSkips) {
  const sum = (of) => results.reduce((before, result) => before + of(result), 0)
  const passed = sum((result) => result.passed)
  const failed = sum((result) => result.failed + (noSkips ? result.skipped : 0))
  return { passed, failed: passed === 0 && failed === 0 ? 1 : failed }
}
