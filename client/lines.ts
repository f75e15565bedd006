/**
 * Yields the values of newline-delimited JSON while its bytes arrive. The stream is cancelled when the reader
 * stops early.
 */
export async function* linesOf<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T
      if (done) return
    }
  } finally {
    // Rejects if the connection has already failed, which read() reports.
    await reader.cancel().catch(() => undefined)
  }
}
