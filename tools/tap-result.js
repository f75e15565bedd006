/**
 * Reads the TAP output of one test file line by line. Nothing passes by default: a file without a total, or
 * with an unclean exit, has failed.
 */
export function tapResult() {
  const failures = []
  const skips = []
  let totals = null
  let indent = null

  /** Keeps a failed assertion with its details. */
  function line(text) {
    const counts = /^# \{ (total: .*) \}$/.exec(text)
    if (counts !== null) totals = readCounts(counts[1])
    if (/^\s*ok .* # SKIP/.test(text)) skips.push(text.trim())
    const failed = /^(\s*)not ok /.exec(text)
    if (failed !== null) indent = failed[1]
    else if (indent !== null && !text.startsWith(`${indent} `)) indent = null
    if (indent !== null) failures.push(text)
  }

  /** Returns the file's result: passed, failed and skipped assertions. A TODO counts as failed. */
  function end(exitCode) {
    const { total = 0, pass = 0, fail = 0, skip = 0, todo = 0 } = totals ?? {}
    const failed = Math.max(fail + todo, total - pass - skip)
    const suspicious = exitCode !== 0 || totals === null || total === 0
    // Tests that the machine does not permit cannot run there; every other skipped test could have run.
    const forbidden = skips.filter((text) => text.endsWith('is not permitted here')).length
    const skipped = Math.max(0, skip - forbidden)
    return { passed: pass, failed: failed === 0 && suspicious ? 1 : failed, skipped, failures, skips }
  }

  return { line, end }
}

const readCounts = (text) =>
  Object.fromEntries([...text.matchAll(/(\w+): (\d+)/g)].map(([, name, count]) => [name, Number(count)]))

/** Sums up all files. With `noSkips` a skipped test counts as failed. */
export function sumOf(results, noSkips) {
  const sum = (of) => results.reduce((before, result) => before + of(result), 0)
  const passed = sum((result) => result.passed)
  const failed = sum((result) => result.failed + (noSkips ? result.skipped : 0))
  return { passed, failed: passed === 0 && failed === 0 ? 1 : failed }
}
