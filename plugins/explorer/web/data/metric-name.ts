const abbreviations = /^(dau|wau|mau)\b/

/** A key as words, where there is no title: `power_user` is “Power user”, `dau` is “DAU”. */
export function metricName(key: string): string {
  const words = key.replaceAll('_', ' ').replace(abbreviations, (letters) => letters.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}
