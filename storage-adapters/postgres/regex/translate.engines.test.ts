import assert from 'node:assert/strict'
import fc from 'fast-check'
import pg from 'pg'
import { RE2JS } from 're2js'
import t, { type Test } from 'tap'
import { urlOf } from '../../../test/support/engine-addresses.js'
import { testEngines } from '../../../test/support/engines.js'
import { patterns, subjects } from './test-cases.js'
import { toPostgresRegex } from './translate.js'

const { postgres, outsidePostgres } = testEngines()

function inRe2(pattern: string, texts: readonly string[]): readonly string[] {
  const compiled = RE2JS.compile(pattern)
  return texts.filter((text) => compiled.matcher(text).find())
}

function isRe2(pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).pattern() === pattern
  } catch {
    return false
  }
}

const tooLarge =
  /^the pattern (?:is too large|has more|distinguishes too many)|^the pattern's character classes have/

function isTooLarge(pattern: string): boolean {
  try {
    toPostgresRegex(pattern)
    return false
  } catch (error) {
    return error instanceof Error && tooLarge.test(error.message)
  }
}

const words = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.split(' '))

const characters = words(
  String.raw`a b k K ſ s é - \n . \d \w \W \s [a-k] [^a] [^\W] \pL \x{212A} [[:^alpha:]] \. \Qa-\E`,
)
const assertions = words(String.raw`^ $ \b \B \A \z`)
const quantifiers = words('* + ? *? +? {0} {1} {2} {0,2} {1,3} {2,} {0,} {2,4}?')
const openings = words('( (?: (?i: (?s: (?m: (?-i: (?im: (?P<n>')

const { regex } = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'regex' },
    { weight: 4, arbitrary: characters },
    { weight: 2, arbitrary: assertions },
    { weight: 3, arbitrary: fc.array(tie('regex'), { maxLength: 4 }).map((items) => items.join('')) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(openings, fc.array(tie('regex'), { maxLength: 3 }))
        .map(([opening, branches]) => `${opening}${branches.join('|')})`),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(tie('regex'), quantifiers).map(([item, times]) => `(?:${item})${times}`),
    },
  ),
}))

const tokens = words(
  String.raw`a b ( ) (?: (?i) (?m) (?-i) | * + ? { } {2} , 1 [ ] ^ $ - \ \b \B [^ [: :] \Q \E . \x 41 K \p L {Lu} \n é : < ?P`,
)
const tokenRow = fc.array(tokens, { maxLength: 8 }).map((row) => row.join(''))

const anyPattern = fc.oneof(regex, tokenRow.filter(isRe2))
const anyText = fc
  .array(
    words('a b k K s é - _ . 1 K ſ a- ab aa').chain((text) => fc.constantFrom(text, text, text, '\n', ' ')),
    {
      maxLength: 7,
    },
  )
  .map((parts) => parts.join(''))

const numRuns = 400

for (const server of [postgres, outsidePostgres])
  t.test(`against ${server === postgres ? 'the embedded' : 'an external'} Postgres`, async (t) => {
    const client = new pg.Client({ connectionString: urlOf(server), statement_timeout: 20_000 })
    await client.connect()
    t.teardown(() => client.end())
    const inPostgres = async (pattern: string, texts: readonly string[]): Promise<readonly string[]> => {
      const { rows } = await client.query<{ value: string }>(
        'SELECT value FROM unnest($2::text[]) WITH ORDINALITY AS v (value, n) WHERE value ~ $1::text ORDER BY n',
        [toPostgresRegex(pattern), texts],
      )
      return rows.map((row) => row.value)
    }

    await t.test('known expressions', async (t) => {
      for (const pattern of patterns)
        t.same(await inPostgres(pattern, subjects), inRe2(pattern, subjects), `/${pattern}/`)
    })

    await t.test('any expression', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyPattern,
          fc.array(anyText, { minLength: 10, maxLength: 30 }),
          async (pattern, some) => {
            fc.pre(isRe2(pattern) && !isTooLarge(pattern))
            const texts = ['', ...some]
            assert.deepEqual(await inPostgres(pattern, texts), inRe2(pattern, texts))
          },
        ),
        { numRuns },
      )
    })
  })

const expectInvalid = (t: Test, pattern: string, message: string | RegExp): void => {
  const expected = { name: 'ServiceError', status: 422, message }
  t.throws(() => toPostgresRegex(pattern), expected, pattern.slice(0, 40))
}

t.test('expressions that would overload Postgres', (t) => {
  const han = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  const nested = String.raw`(?:a?b?){1000} (?:abcdefghij){1000} (?:(?:a*b*){12}c*){30} (?:\b.?){13}`.split(
    ' ',
  )
  const long = ['[^a](?:ab?|c)'.repeat(2000), String.raw`\pL[\PL]\p{Ll}\p{Lu}`.repeat(20)]
  for (const pattern of [...nested, ...long, han]) {
    t.ok(isRe2(pattern))
    expectInvalid(t, pattern, tooLarge)
  }
  t.end()
})

t.test('an invalid RE2 expression is rejected', (t) => {
  const wrong = String.raw`( ) * a(?=b) (a)\1 [ [b-a] \ \y \C \x{110000} (?z) a||*`.split(' ')
  for (const pattern of wrong) expectInvalid(t, pattern, 'the pattern is not a valid regular expression')
  expectInvalid(t, '[[:foo:]]', 'unknown character class foo in the pattern')
  expectInvalid(t, String.raw`\p{Foo}`, 'unknown Unicode class Foo in the pattern')
  t.end()
})
