import t from 'tap'
import { pageCode } from './page-code.js'

interface Markdown {
  parseMarkdown(text: string): readonly object[]
  parseInline(text: string): readonly unknown[]
  safeHref(href: string): string | null
}

const { parseMarkdown, parseInline, safeHref } = await pageCode<Markdown>('boards/markdown.ts')

t.test('blocks', (t) => {
  const text = [
    '# Growth #',
    'Two lines',
    'of one paragraph',
    '',
    '- one',
    '  goes on',
    '* two',
    '',
    '1. first',
    '2) second',
    '```js',
    '**not bold**',
    '```',
    '####### no heading',
  ].join('\r\n')
  t.strictSame(parseMarkdown(text), [
    { kind: 'heading', level: 1, of: ['Growth'] },
    { kind: 'paragraph', of: ['Two lines\nof one paragraph'] },
    { kind: 'list', ordered: false, items: [['one goes on'], ['two']] },
    { kind: 'list', ordered: true, items: [['first'], ['second']] },
    { kind: 'code', text: '**not bold**' },
    { kind: 'paragraph', of: ['####### no heading'] },
  ])
  t.strictSame(parseMarkdown(''), [])
  t.strictSame(parseMarkdown('```\nopen'), [{ kind: 'code', text: 'open' }])
  t.end()
})

t.test('inline', (t) => {
  const same = (text: string, expected: readonly unknown[]): void =>
    void t.strictSame(parseInline(text), expected, text)
  same('a **b *c* d** e', ['a ', { kind: 'strong', of: ['b ', { kind: 'em', of: ['c'] }, ' d'] }, ' e'])
  same('_a_ and snake_case_name', [{ kind: 'em', of: ['a'] }, ' and snake_case_name'])
  same('2 * 3 * 4 and ** no **', ['2 * 3 * 4 and ** no **'])
  same('`**a**` \\*b\\*', [{ kind: 'code', text: '**a**' }, ' *b*'])
  same('[a **b**](/boards?x=1)', [
    { kind: 'link', href: '/boards?x=1', of: ['a ', { kind: 'strong', of: ['b'] }] },
  ])
  same('<b onclick="x">hi</b> &amp;', ['<b onclick="x">hi</b> &amp;'])
  same('[x](javascript:alert) [y](https://example.com/a_b_c)', [
    '[x](javascript:alert) ',
    { kind: 'link', href: 'https://example.com/a_b_c', of: ['y'] },
  ])
  t.end()
})

t.test('links lead to web addresses, mail addresses and paths of this site alone', (t) => {
  for (const href of ['https://example.com', 'HTTP://example.com/x', 'mailto:a@example.com', '/trends?x=1'])
    t.equal(safeHref(href), href)
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://',
    'trends',
    '#x',
    '',
  ])
    t.equal(safeHref(href), null, JSON.stringify(href))
  t.end()
})

t.test('no text takes long', (t) => {
  for (const part of ['**a ', '*', '[', '[a](', '_a ', '`', '\\', '- ', '# ', '**_[`'])
    t.ok(parseMarkdown(part.repeat(10_000 / part.length)).length > 0, part)
  t.end()
})
