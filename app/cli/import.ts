import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { ingestKeyOfProcess } from '../../config/load.js'
import { importSources, type ImportSource } from '../../contract/index.js'
import type { Registry } from '../../core/kernel/registries.js'
import { StartError, wordsOf } from '../start-error.js'
import { importFile, type ImportOptions, type ImportReport } from './import/file.js'
import { endpointOf, type ImportFormats } from './import/formats.js'
import { kindOf } from './import/items.js'
import { fileState, statePath, type StateStore } from './import/state.js'
import { ingestSender } from './import/ingest-sender.js'
import { showProgress } from './progress.js'
import type { LoadSettings } from './settings.js'
import { columns, note, say } from './terminal.js'

interface Options {
  readonly url: string
  readonly key?: string
  readonly keyFile?: string
  readonly format?: string
  readonly option?: FormatOptions
  readonly source: ImportSource
  readonly batchSize: number
  readonly restart?: boolean
}

type FormatOptions = Readonly<Record<string, string>>

const shownErrors = 20

/**
 * Returns the command with the formats of the plugins, also of those in PLUGINS. It reads no other setting,
 * since the machine that sends a file need not be the one that runs the service.
 */
export const importCommand = (
  load: Pick<LoadSettings, 'registry'>,
  { importers }: Pick<Registry, 'importers'>,
): Command =>
  new Command('import')
    .summary('send a file to a running service: JSON Lines, CSV, Parquet, or an export')
    .description(
      'Sends a file of events, logs or metrics to a running service, in batches. An interrupted import resumes where it ' +
        'stopped (its state is in FILE.sextant-import.json beside the file), and no line counts twice, however often it is sent. ' +
        'Exits with 0 if the whole file was sent, even if some lines were rejected (they are listed), with 1 if it could ' +
        'not be sent completely or if no line was accepted.',
    )
    .argument('<file>')
    .option('--url <url>', 'the URL of the service', 'http://localhost:8080')
    .option('--key <key>', 'an ingest key of the workspace; or use --key-file or SEXTANT_INGEST_KEY')
    .option('--key-file <file>', 'a file with the ingest key')
    .addOption(
      new Option('--source <source>', 'the kind of lines').choices([...importSources]).default('events'),
    )
    .option('--batch-size <lines>', 'lines per request, 1 to 10000', batchSize, 5000)
    .addOption(
      new Option('--format <format>', 'detected from the content by default').choices([...importers.keys()]),
    )
    .option('--option <name=value>', 'an option of the format, may be repeated', addOption)
    .option('--restart', 'start at the first line, ignoring an earlier import')
    .addHelpText('after', `\nFormats:\n${formatLines(importers).join('\n')}`)
    .action((path: string, options: Options) => sendFile(path, options, load.registry().importers))

async function sendFile(path: string, options: Options, formats: ImportFormats): Promise<void> {
  const { url, source, format, option = {} } = options
  if (!URL.canParse(url)) throw new StartError(`--url: ${url} is not a URL`)
  const key = keyOf(options)
  const reading = { formats, source, options: option, warn: note, ...(format !== undefined && { format }) }
  const { container, dialect } = await kindOf(path, reading).catch((error: unknown) => {
    throw explained(error, path)
  })
  const endpoint = endpointOf(formats.get(dialect === 'lines' ? container : dialect) ?? null)
  note(`${path}: ${dialect === 'lines' ? `${source} as` : `an export of ${dialect},`} ${container}`)
  const progress = showProgress('import', 100)
  const report = await importFile({
    path,
    ...reading,
    // Detected once: another look could see another file.
    format: dialect === 'lines' ? container : dialect,
    send: ingestSender({ url, key, source, endpoint }),
    state: options.restart === true ? startingOver(fileState(path)) : fileState(path),
    target: targetOf([new URL(url).origin, key, source, dialect], option),
    batchSize: Math.min(options.batchSize, endpoint?.most ?? Infinity),
    onProgress: progressTo(progress),
  })
    .catch((error: unknown) => {
      throw explained(error, path)
    })
    .finally(() => progress.stop())
  tell(report, path)
  if (report.accepted === 0 && report.rejected > 0) process.exitCode = 1
}

/** Identifies the destination and the reading: with other options a file has other items. */
function targetOf(parts: readonly string[], option: FormatOptions): string {
  const given = Object.entries(option).sort(([one], [other]) => (one < other ? -1 : 1))
  const all = given.length === 0 ? parts : [...parts, JSON.stringify(given)]
  return createHash('sha256').update(all.join('\0')).digest('hex').slice(0, 32)
}

function addOption(text: string, others: FormatOptions = {}): FormatOptions {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('must be name=value')
  return { ...others, [name]: value }
}

/** One line per format, and one per option of it. */
const formatLines = (formats: ImportFormats): readonly string[] =>
  columns(
    [...formats.values()].flatMap(({ definition: { name, summary, options } }) => [
      [`  ${name}`, summary],
      ...Object.entries(options?.properties ?? {}).map(([option, schema]) => [
        `    ${option}=…`,
        (schema as { readonly description?: string }).description ?? '',
      ]),
    ]),
  )

function batchSize(text: string): number {
  const size = Number(text)
  if (Number.isInteger(size) && size >= 1 && size <= 10_000) return size
  throw new InvalidArgumentError('must be a whole number from 1 to 10000')
}

function keyOf({ key, keyFile }: Options): string {
  const found = key ?? (keyFile === undefined ? ingestKeyOfProcess() : readKey(keyFile))
  if (found !== null) return found
  throw new StartError('an ingest key is required: --key, --key-file or SEXTANT_INGEST_KEY')
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`--key-file: ${wordsOf(error)}`)
  }
}

const startingOver = (state: StateStore): StateStore => ({ ...state, load: () => Promise.resolve(null) })

const progressTo =
  (progress: ReturnType<typeof showProgress>): NonNullable<ImportOptions['onProgress']> =>
  ({ bytes, totalBytes, line, accepted, rejected }) =>
    progress.update((100 * bytes) / totalBytes, `line ${line}: ${accepted} accepted, ${rejected} rejected`)

/** Progress is saved, so the operator should know that the same command continues. */
function explained(error: unknown, path: string): StartError {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new StartError(`${path} cannot be read or ${statePath(path)} cannot be written: ${wordsOf(error)}`)
  return new StartError(`${wordsOf(error)}; run the command again to resume`, { cause: error })
}

function tell({ accepted, rejected, errors, resumedAt }: ImportReport, path: string): void {
  const after = resumedAt > 0 ? ` (lines up to ${resumedAt} were sent before)` : ''
  say(`${path}: ${accepted} accepted, ${rejected} rejected${after}`)
  for (const { line, error } of errors.slice(0, shownErrors)) say(`  line ${line}: ${error}`)
  if (rejected > shownErrors) say(`  … and ${rejected - shownErrors} more`)
}
