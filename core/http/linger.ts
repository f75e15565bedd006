import type { Socket } from 'node:net'

/** Milliseconds between two looks; looks without a byte, and looks in all, after which the connection is destroyed. */
const lookEvery = 500
const silentLooks = 4
const looksInAll = 20
/** Bytes that are read and dropped: more than the largest permitted body. */
const mostBytes = 16 * 1024 * 1024

/**
 * After an answer to a request that has not arrived whole: lets the client send on for a while, as one that writes
 * before it reads would lose the answer if the connection ended at once. Then destroys the connection: at once when
 * `isOver` says that nothing more is to come and this side has ended, otherwise after 2 s of silence, 10 s or 16 MB.
 */
export function linger(socket: Socket, isOver: () => boolean): void {
  const start = socket.bytesRead
  let before = start
  let looks = 0
  let silent = 0
  const timer = setInterval(() => {
    looks += 1
    silent = socket.bytesRead === before ? silent + 1 : 0
    before = socket.bytesRead
    if (isOver()) {
      stop()
      if (socket.writableEnded) socket.destroy()
    } else if (looks >= looksInAll || silent >= silentLooks || before - start > mostBytes) socket.destroy()
  }, lookEvery)
  timer.unref()
  // A connection that goes on may linger behind many of its requests.
  const stop = (): void => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  socket.resume()
}
