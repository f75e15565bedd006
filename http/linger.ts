import type { Socket } from 'node:net'

/**
 * Milliseconds between two checks; consecutive checks without new bytes, and checks in total, after which the
 * connection is destroyed.
 */
const lookEvery = 500
const silentLooks = 4
const looksInAll = 20
/** Bytes that are read and dropped: more than the largest permitted body. */
const mostBytes = 16 * 1024 * 1024

/**
 * Used after responding to a request that has not fully arrived. A client that writes before it reads would
 * lose the response if the connection closed at once, so it may continue to send for a while. Then destroys
 * the connection: at once if `isOver` says that nothing more will come and this side has ended, otherwise
 * after 2 s of silence, 10 s or 16 MB.
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
  // A connection that continues may linger after many of its requests.
  const stop = (): void => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  socket.resume()
}
