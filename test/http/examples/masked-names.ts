/** Random values in responses, and how an example shows the n-th of them. */
const kinds: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, () => 'eyJhbGciOiJIUzI1NiJ9.example-'],
  [
    /\b(?:ws|usr|key|mrk|brd|til|qst|lnk|inv|aud|req|prp)_[\w-]{22}(?![\w-])/g,
    (id) => `${id.slice(0, id.indexOf('_'))}_example`,
  ],
  [/(?<![\w-])(?:sxq_)?(?:[\w-]{43}|[0-9a-f]{32})(?![\w-])/g, () => 'example-secret-'],
  [/\bsxq_[\w-]{4}(?![\w-])/g, () => 'sxq_abc'],
  [/\bws-\d{6,}\b/g, () => 'shop-'],
  // The content of a page's files.
  [/(?<=\/page-files\/[\w-]+\/[\w-]+\/)[\w-]{20}(?=\/)/g, () => 'content-hash-'],
  // The tables of a workspace.
  [/\bw\d{6,}\b/g, () => 'w'],
]

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const hour = 3_600_000
const near = 40 * 24 * hour

/**
 * Replaces random values by stable names, counted in order of appearance, and back. Times near the machine's
 * become times as near to `moment`, to the hour.
 */
export function maskedNames(moment: number, secrets: Readonly<Record<string, string>> = {}) {
  const shown = new Map<string, string>()
  const real = new Map(Object.entries(secrets))
  const counts = new Map<string, number>()

  function nameOf(text: string, stem: string): string {
    const known = shown.get(text)
    if (known !== undefined) return known
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    const name = `${stem}${count}`
    shown.set(text, name)
    real.set(name, text)
    return name
  }

  function maskInstant(text: string): string {
    const away = Date.parse(text) - Date.now()
    return Math.abs(away) > near ? text : new Date(moment + Math.round(away / hour) * hour).toISOString()
  }

  const maskText = (text: string): string =>
    kinds
      .reduce(
        (left, [pattern, stem]) => left.replaceAll(pattern, (found) => nameOf(found, stem(found))),
        text,
      )
      .replaceAll(instant, maskInstant)

  const restoreText = (text: string): string => real.get(text) ?? text

  return {
    mask: (value: unknown): unknown => mapped(value, maskText),
    restore: <T>(value: T): T => mapped(value, restoreText) as T,
  }
}

/** Maps every string in a JSON value. */
function mapped(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((one: unknown) => mapped(one, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [name, mapped(inner, map)]),
  )
}
