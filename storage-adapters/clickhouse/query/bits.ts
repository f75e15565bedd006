/**
 * Combines tests bit by bit. `AND` and `OR` of ClickHouse evaluate a term only on the rows that earlier terms left
 * undecided; picking these rows costs more than a test that compares a column with a constant. The halves are
 * combined, because the parser's depth is limited.
 *
 *     (os = 'iOS' AND ifNull(plan = 'pro', false)) OR country = 'DE' OR country = 'FR'
 *
 *     bitOr(bitOr(bitAnd(os = 'iOS', ifNull(plan = 'pro', false)), country = 'DE'), country = 'FR')
 */
export function bitsOf(how: 'and' | 'or', terms: readonly string[]): string {
  const [only = how === 'and' ? 'true' : 'false'] = terms
  if (terms.length < 2) return only
  const half = Math.ceil(terms.length / 2)
  const parts = [terms.slice(0, half), terms.slice(half)].map((part) => bitsOf(how, part))
  return `${how === 'and' ? 'bitAnd' : 'bitOr'}(${parts.join(', ')})`
}
