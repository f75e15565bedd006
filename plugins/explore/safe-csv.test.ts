import t from 'tap'
import { withoutFormulas } from './safe-csv.js'

async function escaped(text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  const parts: Uint8Array[] = []
  for await (const part of withoutFormulas(chunks)) parts.push(part)
  return Buffer.concat(parts).toString()
}

const cases: readonly (readonly [string, string])[] = [
  ['a,b\n1,2\n', 'a,b\n1,2\n'],
  ['=1+1,@a,+b,-c\n', `'=1+1,'@a,'+b,'-c\n`],
  ['"=1+1","@a","+b","-c","\tx","\rx"\n', `"'=1+1","'@a","'+b","'-c","'\tx","'\rx"\n`],
  ['\tx,\rx\n', `'\tx,'\rx\n`],
  ['-5,+5,-.5,-1.25,-1e-9,1E+3\n', '-5,+5,-.5,-1.25,-1e-9,1E+3\n'],
  ['-5', '-5'],
  ['-5x', `'-5x`],
  ['"-5","-5-3","-"\n', `"-5","'-5-3","'-"\n`],
  [`-${'1'.repeat(30)}\n`, `-${'1'.repeat(30)}\n`],
  [`-${'1'.repeat(99)}+x\n`, `'-${'1'.repeat(99)}+x\n`],
  ['"a=1","b""=2","c"",=3",=4\n', `"a=1","b""=2","c"",=3",'=4\n`],
  ['"""=1","=""x"""\n', `"""=1","'=""x"""\n`],
  ['"","=1"\n"",\n,=1', `"","'=1"\n"",\n,'=1`],
  ['"-1""=x","-1""","+1"",-2",=1\n', `"'-1""=x","'-1""","'+1"",-2",'=1\n`],
  ['"-1","+2"\n"-3"', '"-1","+2"\n"-3"'],
  ['"a\n=1",b\n=1,"\n-x"\n', `"a\n=1",b\n'=1,"\n-x"\n`],
  ['a,b\r\n1,\r\n=1,2\r\n', `a,b\r\n1,\r\n'=1,2\r\n`],
  ['ä,=ä\n', `ä,'=ä\n`],
  ['', ''],
]

t.test('cells that a spreadsheet would run, wherever the chunks are cut', async (t) => {
  for (const [text, expected] of cases)
    for (const size of [1, 2, 3, 7, 1000])
      t.equal(await escaped(text, size), expected, `${JSON.stringify(text)} by ${size}`)
})
