import { definePlugin, type ExportRow, type RowExporter } from 'sextant/plugin'

/** Tab-separated values: tabs and line ends in cells become spaces. */
const tsv: RowExporter = {
  name: 'tsv',
  summary: 'tab-separated values with a header',
  mediaType: 'text/tab-separated-values; charset=utf-8',
  extension: 'tsv',
  async *write(rows, columns) {
    yield lineOf(columns.map(({ name }) => name))
    for await (const row of rows) yield lineOf(row)
  },
}

const encoder = new TextEncoder()
const lineOf = (cells: ExportRow): Uint8Array => encoder.encode(`${cells.map(textOf).join('\t')}\n`)

function textOf(cell: ExportRow[number]): string {
  if (cell === null) return ''
  return (typeof cell === 'string' ? cell : JSON.stringify(cell)).replaceAll(/[\t\r\n]+/g, ' ')
}

export const plugin = definePlugin({
  name: 'tsv',
  contract: 1,
  after: [],
  register: (host) => host.exporter(tsv),
})
