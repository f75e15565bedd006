// The changelog at a release.

/**
 * Returns the changelog with its unreleased section under the version, and that section as the release's notes. Throws if
 * there is nothing to release.
 * @param {string} changelog @param {string} version @param {string} date as YYYY-MM-DD
 */
export function released(changelog, version, date) {
  const heading = '## [Unreleased]\n'
  const start = changelog.indexOf(heading)
  if (start < 0) throw new Error('CHANGELOG.md has no section "## [Unreleased]"')
  const from = start + heading.length
  const next = changelog.indexOf('\n## [', from)
  const notes = changelog.slice(from, next < 0 ? undefined : next).trim()
  if (notes === '') throw new Error('CHANGELOG.md has nothing under "## [Unreleased]"')
  const rest = next < 0 ? '' : changelog.slice(next)
  const section = `${heading}\n## [${version}] - ${date}\n\n${notes}\n`
  return { changelog: changelog.slice(0, start) + section + rest, notes: `${notes}\n` }
}

const form = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/

/** Throws unless the version is one and comes after the current one. @param {string} version @param {string} current */
export function expectLater(version, current) {
  const [to, from] = [form.exec(version), form.exec(current)]
  if (to === null) throw new Error(`${version} must be a version such as 1.2.3 or 1.2.3-rc.1`)
  for (const part of [1, 2, 3]) {
    const change = Number(to[part]) - Number(from?.[part] ?? 0)
    if (change > 0) return
    if (change < 0) throw new Error(`${version} must be later than ${current}`)
  }
  if (from?.[4] === undefined || version === current)
    throw new Error(`${version} must be later than ${current}`)
}
