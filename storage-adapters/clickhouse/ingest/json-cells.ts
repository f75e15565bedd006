import type { JsonObject } from '../../../contract/index.js'
import { ownPaths } from '../table-settings.js'
import { jsonText } from '../rows.js'
import type { CellWriter, OpenCells } from './cell-writers.js'
import { ColumnBytes } from './column-bytes.js'

/** The versions of a JSON column in the format Native. */
const asStrings = 1
const asPaths = 3

/** The cells of a JSON column as text, which the engine parses. */
export const jsonTextCells =
  <R>(of: (row: R) => JsonObject): OpenCells<R> =>
  (rows) => {
    const out = new ColumnBytes(8 + 64 * rows)
    out.integer(asStrings)
    return {
      add(row) {
        out.string(jsonText(of(row)))
      },
      end: () => out.end(),
    }
  }

/**
 * The cells of a JSON column as a column for each path. The engine need not parse the objects, which is a quarter of its
 * work for short events, and stores the same as for their text.
 *
 *   {"plan":"pro"}, {"plan":2}, {"os":{"name":"iOS"}}
 *   → os.name: – – "iOS"
 *     plan:    "pro" 2 –, first which type each row has, then the numbers, then the strings
 *
 * Null if the engine would store the text otherwise, or if only its text says how: lists, integers from
 * 2^53 to 2^63, and more paths than get files of their own.
 */
export const jsonPathCells =
  <R>(of: (row: R) => JsonObject): OpenCells<R> =>
  () =>
    new PathCells(of)

/** The members of an object at a path, by name. */
type Nodes = Map<string, Node>

interface Node {
  readonly path: string
  /** The values at this path, if there are any. */
  column: PathColumn | null
  /** The members of objects at this path. */
  readonly members: Nodes
}

class PathCells<R> implements CellWriter<R> {
  private readonly of: (row: R) => JsonObject
  private readonly members: Nodes = new Map()
  private readonly columns: [string, PathColumn][] = []
  private rows = 0
  private isWhole = true

  constructor(of: (row: R) => JsonObject) {
    this.of = of
  }

  add(row: R): void {
    if (this.isWhole) this.isWhole = this.addObject(this.of(row), this.members, '')
    this.rows++
  }

  end(): readonly Buffer[] | null {
    if (!this.isWhole) return null
    const head = new ColumnBytes(0)
    const columns = this.columns.sort(([one], [other]) => (one < other ? -1 : 1))
    head.integer(asPaths)
    head.length(columns.length)
    for (const [path] of columns) head.string(path)
    for (const [, column] of columns) column.writeTypes(head)
    return [...head.end(), ...columns.flatMap(([, column]) => column.end(this.rows))]
  }

  /** Returns false if the object cannot be written so. */
  private addObject(object: JsonObject, nodes: Nodes, prefix: string): boolean {
    for (const name in object) {
      const value = object[name]
      if (value === null || value === undefined) continue
      let node = nodes.get(name)
      if (node === undefined) {
        node = { path: prefix + pathName(name), column: null, members: new Map() }
        nodes.set(name, node)
      }
      if (typeof value === 'object') {
        if (Array.isArray(value)) return false
        if (!this.addObject(value as JsonObject, node.members, `${node.path}.`)) return false
      } else if (!this.columnOf(node)?.add(this.rows, value)) return false
    }
    return true
  }

  private columnOf(node: Node): PathColumn | null {
    if (node.column !== null) return node.column
    if (this.columns.length === ownPaths) return null
    node.column = new PathColumn()
    this.columns.push([node.path, node.column])
    return node.column
  }
}

/** A name as the engine stores it in a path: see jsonText(). */
const pathName = (name: string): string => name.replaceAll('%', '%25').replaceAll('.', '%2E')

/** Whether a number is stored as an Int64 of the digits in its text, which are rounded. */
const isRounded = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 63

/** The types of values, in the order in which a path has them. */
const types = ['Bool', 'Float64', 'Int64', 'String'] as const
const [boolType, doubleType, integerType, textType] = [0, 1, 2, 3] as const
const noType = types.length

/** The values at one path. */
class PathColumn {
  private readonly values: (ColumnBytes | null)[] = types.map(() => null)
  /** The type of each row up to the last one with a value. */
  private typeOfRow = new Uint8Array(64)
  private rows = 0

  /** Adds the value of a row. Returns false if only its text says which type it has. */
  add(row: number, value: string | number | boolean): boolean {
    if (typeof value === 'string') this.of(textType, row).string(value)
    else if (typeof value === 'boolean') this.of(boolType, row).byte(value ? 1 : 0)
    else if (Number.isSafeInteger(value)) this.of(integerType, row).integer(value)
    else if (isRounded(value) || !Number.isFinite(value)) return false
    else this.of(doubleType, row).double(value)
    return true
  }

  writeTypes(out: ColumnBytes): void {
    const own = types.filter((_, type) => this.values[type] !== null)
    out.integer(asPaths)
    out.length(own.length)
    for (const type of own) out.string(type)
  }

  /** Returns the place of each row's type among those of this path, and the values of each type. */
  end(rows: number): readonly Buffer[] {
    let count = 0
    const places = this.values.map((values) => (values === null ? 0 : count++))
    places.push(count)
    this.fill(rows)
    const indexes = Buffer.from(this.typeOfRow.buffer, 0, rows)
    for (let row = 0; row < rows; row++) indexes[row] = places[indexes[row] ?? 0] ?? 0
    return [indexes, ...this.values.flatMap((values) => values?.end() ?? [])]
  }

  private of(type: number, row: number): ColumnBytes {
    this.fill(row)
    this.room(row + 1)
    this.typeOfRow[row] = type
    this.rows = row + 1
    return (this.values[type] ??= new ColumnBytes(0))
  }

  /** Rows without a value, up to `end`. */
  private fill(end: number): void {
    if (this.rows >= end) return
    this.room(end)
    this.typeOfRow.fill(noType, this.rows, end)
    this.rows = end
  }

  private room(rows: number): void {
    if (rows <= this.typeOfRow.length) return
    const wider = new Uint8Array(Math.max(rows, 2 * this.typeOfRow.length))
    wider.set(this.typeOfRow)
    this.typeOfRow = wider
  }
}
