import t from 'tap'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Linter, type Rule } from 'eslint'
import ts from 'typescript-eslint'
import { root } from './source-files.js'

const { literalText } = (await import(pathToFileURL(join(root, 'tools/literal-text.js')).href)) as {
  readonly literalText: Rule.RuleModule
}

/** The texts that the rule finds in a piece of a page. */
function found(code: string): readonly string[] {
  const messages = new Linter().verify(
    code,
    {
      files: ['**/*.tsx'],
      languageOptions: {
        parser: ts.parser,
        parserOptions: { ecmaFeatures: { jsx: true } },
      },
      plugins: { sextant: { rules: { 'literal-text': literalText } } },
      rules: { 'sextant/literal-text': 'error' },
    },
    'page.tsx',
  )
  return messages.map(({ message }) => /“(.*)”/su.exec(message)?.[1] ?? message)
}

t.test('text for people is found wherever it is shown', async (t) => {
  t.strictSame(found('<p>Save</p>'), ['Save'])
  t.strictSame(found('<p>{isOne ? "person" : "people"}</p>'), ['person', 'people'])
  t.strictSame(found('<Button label="remove" />'), ['remove'])
  t.strictSame(found('<Button label={`Remove ${name}`} />'), ['Remove'])
  t.strictSame(found('const options = [{ value: "line", label: "as lines" }]'), ['as lines'])
  t.strictSame(found('toast("Key created")'), ['Key created'])
  t.strictSame(found('throw new Error("cannot reach the service")'), ['cannot reach the service'])
})

t.test('keys, code, names of products and texts of the folder are not', async (t) => {
  t.strictSame(found('<p class="soft big">{fooText.save} · {count}</p>'), [])
  t.strictSame(found('<kbd>Enter</kbd>'), [])
  t.strictSame(found('if (look === "Area chart") area.closest("input, select")'), [])
  t.strictSame(found('headers.set("Content-Type", "application/json")'), [])
  t.strictSame(found('const path = "M4 5h16v14H4Z"; const color = "var(--line)"'), [])
})
