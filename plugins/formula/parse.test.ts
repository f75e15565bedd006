import fc from 'fast-check'
import t from 'tap'
import { ServiceError } from '../../contract/index.js'
import { evaluate, stepsOf, withoutCalls } from './evaluate.js'
import { parseFormula } from './parse.js'
import type { Formula } from './tree.js'

const values = [10, 4, 0, -8, 0.5]
const worthOf = (formula: Formula): number => evaluate(withoutCalls(formula, values.length).root, values)
const valueOf = (text: string): number => worthOf(parseFormula(text, values.length))

t.test('what formulas are worth', (t) => {
  const worth: Readonly<Record<string, number>> = {
    '1': 1,
    ' 1.50\t+\r\n.5 ': 2,
    '1e3 + 1.5e-1 + 2e+2': 1200.15,
    '1e+21': 1e21,
    '0.1+0.2': 0.1 + 0.2,
    'A-B-B': 2,
    'A/B/B': 0.625,
    'A%B%B': 2,
    'A-B*2+1': 3,
    '(A-B)*2': 12,
    '2*A**2': 200,
    '-B**2': -16,
    '(-B)**2': 16,
    '2**3**2': 512,
    '(2**3)**2': 64,
    '2**-1': 0.5,
    '2**-1*6': 3,
    '2**-B**2*2': 2 ** -15,
    '2**--1': 2,
    '--A': 10,
    'A--B': 14,
    '-A*-B': 40,
    '-A+B': -6,
    'A*-B%3': -1,
    '-7%3': -1,
    '7%-3': 1,
    '5.5%2': 1.5,
    '0**0': 1,
    'A/C': 0,
    'C/C': 0,
    'A%C': 0,
    'C**-1': 0,
    '1+A/C': 1,
    '1/(1/C)': 0,
    'D**E': 0,
    'D**(1/3)': 0,
    '1e308*10': 0,
    '1e308*10-1': -1,
    '1e308+1e308': 0,
    '-1e308-1e308+7': 7,
    '10**400': 0,
    '1e-320/1e10': 0,
    '1/1e-320': 0,
    '0/-1': 0,
    '-C': 0,
    '-4%2': 0,
    'if(A > B, A, B)': 10,
    'if(A<B,A,B)': 4,
    'if(C = 0, -1, A / C)': -1,
    'if(C != 0, A / C, 7)': 7,
    'if(A >= 10 and B <= 4, 1, 2)': 1,
    'if(A > 10 or B < 4, 1, 2)': 2,
    'if(not A > 10, 1, 2)': 1,
    'if(not (A > 10 or B = 4), 1, 2)': 2,
    'if(A = 1 or A = 10 and B = 5, 1, 2)': 2,
    'if(A = 10 or A = 1 and B = 5, 1, 2)': 1,
    'if(A + B > 2 * B + 5, 1, 2)': 1,
    '2 * if(A > 0, if(D > 0, 1, 2), 3) + 1': 5,
    'if ( A/C = C , 1 , 2 )': 1,
    'abs(D)': 8,
    'abs(-A) - abs(D)': 2,
    'floor(-E)': -1,
    'ceil(E)': 1,
    'ceil(-E)': 0,
    'round(E)': 1,
    'round(-E)': -1,
    'round(A / 3, 2)': 3.33,
    'round(0.49999999999999994)': 0,
    'round(1e300, 15)': 1e300,
  }
  for (const [text, value] of Object.entries(worth)) {
    const found = valueOf(text)
    // Not equal(): it takes −0 and 0 for the same number.
    t.ok(Object.is(found, value), `${text} = ${found}`)
  }
  const all = 'A+B+C+D+E+F+G+H+I+J+K+L+M+N+O+P+Q+R+S+T+U+V+W+X+Y+Z'
  const powers = Array.from({ length: 26 }, (_, index) => 2 ** index)
  t.equal(evaluate(withoutCalls(parseFormula(all, 26), 26).root, powers), 2 ** 26 - 1)
  t.end()
})

const known = 'if, abs, ceil, floor, round, cumulative, moving_average, delta, lag, share, rank'
const operand = 'expected a number, a series letter, a function, - or ('
const rejected: readonly (readonly [string, number, string])[] = [
  ['', 1, `${operand}, found the end`],
  ['   ', 4, `${operand}, found the end`],
  ['A +', 4, `${operand}, found the end`],
  ['A + * B', 5, `${operand}, found *`],
  ['+A', 1, `${operand}, found +`],
  ['A**', 4, `${operand}, found the end`],
  ['A * * B', 5, `${operand}, found *`],
  ['A***B', 4, `${operand}, found *`],
  ['-', 2, `${operand}, found the end`],
  ['(A', 3, 'expected an operator or ), found the end'],
  ['()', 2, `${operand}, found )`],
  ['((A)B)', 5, 'expected an operator or ), found B'],
  ['A)', 2, 'expected an operator or the end, found )'],
  ['AA', 2, 'expected an operator or the end, found A'],
  ['2A', 2, 'expected an operator or the end, found A'],
  ['A 2', 3, 'expected an operator or the end, found 2'],
  ['A(B)', 2, 'expected an operator or the end, found ('],
  ['1.2.3', 4, 'expected an operator or the end, found .3'],
  ['1.', 2, 'expected an operator or the end, found .'],
  ['1E3', 2, 'expected an operator or the end, found E'],
  ['1e', 2, 'expected an operator or the end, found e; series are the capital letters A to Z'],
  ['.', 1, `${operand}, found .`],
  ['a', 1, `${operand}, found a; series are the capital letters A to Z`],
  ['Α', 1, `${operand}, found Α; series are the capital letters A to Z`],
  ['A ^ B', 3, 'expected an operator or the end, found ^'],
  ['A; B', 2, 'expected an operator or the end, found ;'],
  ['A[1]', 2, 'expected an operator or the end, found ['],
  ['A!', 2, 'expected an operator or the end, found !'],
  ['A − B', 3, 'expected an operator or the end, found −'],
  ['A\u00a0+B', 2, 'expected an operator or the end, found \u00a0'],
  ['A😀', 2, 'expected an operator or the end, found 😀'],
  ['1e400', 1, '1e400 is too large a number'],
  ['A+F', 3, 'unknown series F; the series are A to E'],
  ["__import__('os')", 1, `unknown function "__import__"; use one of ${known}`],
  ['sum(A)', 1, `unknown function "sum"; use one of ${known}`],
  ['cumulative', 1, `${operand}, found c; series are the capital letters A to Z`],
  ['cumulative()', 12, `${operand}, found )`],
  ['cumulative(A', 13, 'expected an operator or ), found the end'],
  ['cumulative(A, 2)', 13, 'expected an operator or ), found ,'],
  ['moving_average(A)', 17, 'expected a comma and the number of buckets of moving_average, found )'],
  ['moving_average(A, 0)', 19, 'the buckets of moving_average must be a whole number from 1 to 10000'],
  ['lag(A, 1.5)', 8, 'the buckets of lag must be a whole number from 1 to 10000'],
  ['lag(A, B)', 8, 'the buckets of lag must be a whole number from 1 to 10000'],
  ['lag(A, 10001)', 8, 'the buckets of lag must be a whole number from 1 to 10000'],
  ['A, B', 2, 'expected an operator or the end, found ,'],
  ['A > B', 3, '> makes a condition, not a number; use it in if(condition, a, b)'],
  ['1 + (A = B)', 8, '= makes a condition, not a number; use it in if(condition, a, b)'],
  ['not A', 1, 'not makes a condition, not a number; use it in if(condition, a, b)'],
  ['A and B', 3, 'and makes a condition, not a number; use it in if(condition, a, b)'],
  ['abs(A > B)', 7, '> makes a condition, not a number; use it in if(condition, a, b)'],
  ['if(A, 1, 2)', 4, 'expected a condition, such as A > 0'],
  ['if(A > 1 and B, 1, 2)', 14, 'expected a condition, such as A > 0'],
  ['if((A > 1) = (B > 1), 1, 2)', 7, '> makes a condition, not a number; use it in if(condition, a, b)'],
  ['if(A > 1, A > 2, 3)', 13, '> makes a condition, not a number; use it in if(condition, a, b)'],
  ['if(A > B > C, 1, 2)', 10, 'comparisons do not chain; join two of them with and'],
  ['if(A > 1, 2)', 12, 'expected a comma; if takes a condition and two values, found )'],
  ['if(A > 1, 2, 3, 4)', 15, 'expected an operator or ), found ,'],
  ['if(A > F, 1, 2)', 8, 'unknown series F; the series are A to E'],
  ['A == B', 4, `${operand}, found =`],
  ['abs(A, 1)', 6, 'expected an operator or ), found ,'],
  ['round(A, 16)', 10, 'the digits of round must be a whole number from 0 to 15'],
  ['round(A, B)', 10, 'the digits of round must be a whole number from 0 to 15'],
  ["concat('a')", 1, `unknown function "concat"; use one of ${known}`],
]

t.test('rejected formulas name the column', (t) => {
  for (const [text, column, message] of rejected)
    t.throws(
      () => parseFormula(text, 5),
      {
        code: 'VALIDATION_ERROR',
        details: [{ path: '/formula', message: `formula, column ${column}: ${message}` }],
      },
      text,
    )
  t.throws(() => parseFormula('A+B', 1), /column 3: unknown series B; the only series is A/)
  t.end()
})

t.test('the deepest formulas of 1,000 characters fit on the stack', (t) => {
  const closed = `${'('.repeat(499)}A${')'.repeat(499)}`
  const deep: readonly (readonly [string, number])[] = [
    [closed, 10],
    [`${'-'.repeat(998)}A`, 10],
    [`${'-('.repeat(333)}A${')'.repeat(333)}`, -10],
    [`1${'**1'.repeat(333)}`, 1],
    [`1${'**-1'.repeat(249)}`, 1],
    [`A${'-1'.repeat(499)}`, -489],
    [`if(${'not '.repeat(246)}A>1,2,3)+0`, 2],
    [`${'if(1>0,'.repeat(90)}A${',0)'.repeat(90)}${'+0'.repeat(47)}`, 10],
    [`${'1-('.repeat(249)}A${')'.repeat(249)}`, -9],
  ]
  for (const [text, value] of deep) {
    t.ok(text.length <= 1_000 && text.length > 990, `${text.length}`)
    t.equal(valueOf(text), value, text.slice(0, 8))
    t.ok(stepsOf(parseFormula(text, 1)) <= 1_000)
  }
  t.throws(() => parseFormula('('.repeat(1_000), 1), /column 1001: .* found the end/)
  t.throws(() => parseFormula(`${'('.repeat(999)})`, 1), /column 1000: .* found \)/)
  t.end()
})

/** The functions' results count as 0. */
const valueOfAny = (text: string, series: number): number =>
  evaluate(withoutCalls(parseFormula(text, series), series).root, values)

t.test('any text is a formula or a 422 that names its place', (t) => {
  const pieces = fc.constantFrom(
    ...'ABZa.()+-*/%<>=,0123456789e \t\n'.split(''),
    '**',
    '1e',
    'if(',
    ' not ',
    ' and ',
    '_',
    '😀',
    '\ud800',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc
      .array(fc.constantFrom('A', '(', ')', '-', '**', '+', '1', 'lag(', ',', 'rank('), { maxLength: 12 })
      .map((p) => p.join('')),
  )
  let formulas = 0
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 26 }), (text, series) => {
      try {
        const value = valueOfAny(text, series)
        if (!Number.isFinite(value)) throw new Error(`${text} is ${value}`)
        formulas++
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 422) throw error
        const column = Number(/^formula, column (\d+): \S/.exec(error.message)?.[1])
        if (!(column >= 1 && column <= text.length + 1))
          throw new Error(`${text}: no place`, { cause: error })
      }
    }),
    { numRuns: 20_000 },
  )
  t.ok(formulas > 200, `${formulas} of them are formulas`)
  t.end()
})
