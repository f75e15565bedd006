// Finds wordings that the voice of the project rules out: node tools/voice.js [file or folder …]
// Comments of every source file, texts of production sources, error messages, and pages. Prints `file:line: finding`.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const skipped = new Set(['node_modules', 'build', '.git', '.tap', 'planted', 'cases'])

/** Words with a plainer one beside them. docs/glossary.md may use any. */
const plainer = new Map([
  ['anew', 'again'],
  ['whoever', 'the reader, the caller, anyone'],
  ['nobody', 'no one who …, or say it of the subject'],
  ['somebody', 'someone, a person, another client'],
  ['told', 'reported, given, shown, passed'],
  ['refused', 'rejected'],
  ['refuses', 'rejects'],
  ['refuse', 'reject'],
  ['of what', 'name the thing'],
  ['what is not', 'name the thing'],
  ['there with the next look', 'appears within a second'],
])
const wordings = new RegExp(`\\b(${[...plainer.keys()].join('|')})\\b`, 'gi')

/** @param {string} text */
const wordsOf = (text) =>
  [...text.matchAll(wordings)].map(([word]) => `"${word}": say ${plainer.get(word.toLowerCase())}`)

/**
 * What is wrong with a comment: its wording, or a fronted "Of".
 * @param {string} text without its marks
 */
export function commentFindings(text) {
  const plain = text.replace(/\n\s*\*?/g, ' ').trim()
  return [...(/^Of\b/.test(plain) ? ['begins with "Of": put the subject first'] : []), ...wordsOf(plain)]
}

/**
 * What is wrong with an error message.
 * @param {string} text with `${}` where values stand
 */
export function messageFindings(text) {
  const findings = []
  if (/[^.]\.$/.test(text)) findings.push('an error message ends without a period')
  if (/^(The|There|This|These|You|Your|An?|No|Too|Nobody|It|Only|At|Another)\b/.test(text))
    findings.push('an error message begins in lower case, like the end of a sentence that names its field')
  return findings
}

/** A page's text, without its fenced code. @param {string} text */
export const pageFindings = (text) =>
  text
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) => wordsOf(line).map((finding) => ({ line: index + 1, finding })))

const errorMakers = new Set(['ServiceError', 'SettingsError', 'refuse', 'invalid', 'reject'])

/** The text of a literal; values in it as `${}`. @param {ts.Node} node */
function literalText(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('')
  return null
}

/**
 * Findings of a source file.
 * @param {string} name
 * @param {string} text
 * @param {boolean} isTest the texts of tests are data; their comments are not
 */
export function sourceFindings(name, text, isTest) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found = []
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1
  const add = (position, findings) => {
    for (const finding of findings) found.push({ line: lineOf(position), finding })
  }
  const seen = new Set()
  function comments(node) {
    for (const ranges of [
      ts.getLeadingCommentRanges(text, node.getFullStart()),
      ts.getTrailingCommentRanges(text, node.getEnd()),
    ])
      for (const { pos, end, kind } of ranges ?? []) {
        if (seen.has(pos)) continue
        seen.add(pos)
        const raw = text.slice(pos, end)
        const body =
          kind === ts.SyntaxKind.MultiLineCommentTrivia ? raw.slice(2, -2).replace(/^\*/, '') : raw.slice(2)
        add(pos, commentFindings(body))
      }
  }
  function visit(node) {
    comments(node)
    if (!isTest) {
      const literal =
        ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? null : literalText(node)
      if (literal !== null && /\s/.test(literal)) add(node.getStart(), wordsOf(literal))
      if (ts.isJsxText?.(node)) add(node.getStart(), wordsOf(node.text))
      if (
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        errorMakers.has(node.expression.getText(source))
      )
        for (const argument of node.arguments ?? []) {
          const message = literalText(argument)
          if (message !== null && /\s/.test(message)) add(argument.getStart(), messageFindings(message))
        }
    }
    // getChildren keeps the tokens, and with them every comment.
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return found
}

/** @param {string} path @returns {string[]} */
export function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    skipped.has(entry.name) ? [] : filesIn(join(path, entry.name)),
  )
}

/** @param {string} name relative to the project */
const isTestFile = (name) => /\.test\.tsx?$|(^|\/)test[-/]|^bench\//.test(name)

/** Every finding of these files, as `file:line: finding`. @param {readonly string[]} paths */
export function findingsOf(paths) {
  return paths.flatMap(filesIn).flatMap((file) => {
    const name = relative(root, file)
    if (name === 'docs/glossary.md' || name === 'tools/voice.js' || name === 'test/arch/voice.test.ts')
      return []
    const isPage = name.endsWith('.md')
    if (!isPage && !/\.(ts|tsx|js|mjs)$/.test(name)) return []
    const text = readFileSync(file, 'utf8')
    const found = isPage ? pageFindings(text) : sourceFindings(name, text, isTestFile(name))
    return found.map(({ line, finding }) => `${name}:${line}: ${finding}`)
  })
}

export const voicePaths = [
  ...[
    'app',
    'bench',
    'client',
    'config',
    'contract',
    'core',
    'http',
    'plugins',
    'storage-adapters',
    'test',
    'tools',
    'docs',
  ],
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
].map((path) => join(root, path))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const chosen = process.argv.slice(2)
  const findings = findingsOf(chosen.length > 0 ? chosen.map((path) => resolve(path)) : voicePaths)
  for (const finding of findings) console.log(finding)
  console.log(`${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
