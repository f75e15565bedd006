import type { SqlRows } from '../../contract/index.js'

/** The rows, with `end` called once: after the last one, after an error, or when reading stops early. */
export function rowsEnding({ columns, rows }: SqlRows, end: () => void): SqlRows {
  let isOver = false
  const finish = (): void => {
    if (!isOver) end()
    isOver = true
  }
  return {
    columns,
    rows: {
      [Symbol.asyncIterator]() {
        const iterator = rows[Symbol.asyncIterator]()
        return {
          async next() {
            try {
              const next = await iterator.next()
              if (next.done === true) finish()
              return next
            } catch (error) {
              finish()
              throw error
            }
          },
          async return() {
            try {
              await iterator.return?.()
            } finally {
              finish()
            }
            return { done: true, value: undefined }
          },
        }
      },
    },
  }
}
