// The program of the ClickHouse child process. The engine's library holds clickhouse-local, which can also
// listen for HTTP; calling it takes this whole process until standard input ends.
//
// Arguments: the library's path, user number, group number (0 0: stay who we are), the open files it may have (0: as
// many as we), the folder and the names of the databases whose tables it does not load (empty: it loads all), then the
// engine's own.
// Nothing secret is among them: they can be read by anybody on the machine.
import { createRequire } from 'node:module'
import { unloadTables } from './unload-tables.js'

const ffi = createRequire(import.meta.url)('ffi-rs') as typeof import('ffi-rs')
const { External, I32, String: Text, StringArray, U8Array } = ffi.DataType

const [path = '', uid = '0', gid = '0', files = '0', data = '', unloaded = '', ...args] =
  process.argv.slice(2)

/** For good and in all threads. The C library passes the change on to every thread of the process. */
function dropPrivileges(user: number, group: number): void {
  process.setgroups?.([group])
  process.setgid?.(group)
  process.setuid?.(user)
  if (process.getuid?.() !== user || process.getgid?.() !== group) throw new Error('still privileged')
}

/** Both limits, the soft and the hard one, as the C library of Linux takes them; without the right to it all stays as it is. */
function raiseFileLimit(limit: bigint): void {
  const nofile = 7
  const pair = Buffer.from(new BigUint64Array([limit, limit]).buffer)
  ffi.open({ library: 'libc', path: 'libc.so.6' })
  ffi.load({
    library: 'libc',
    funcName: 'setrlimit',
    retType: I32,
    paramsType: [I32, U8Array],
    paramsValue: [nofile, pair],
  })
  ffi.close('libc')
}

if (files !== '0' && process.platform === 'linux') raiseFileLimit(BigInt(files))

// Opened with the rights we came with: the packages may lie in a folder that the account cannot enter.
ffi.open({ library: 'chdb', path })
if (uid !== '0') dropPrivileges(Number(uid), Number(gid))
// With the engine's rights: it may have put a link into its own folder.
if (unloaded !== '') unloadTables(data, new RegExp(unloaded))

const argv = ['clickhouse', ...args]
const result = ffi.load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: External,
  paramsType: [I32, StringArray],
  paramsValue: [argv.length, argv],
})
if (ffi.isNullPointer(result)) process.exit(2)

const ask = { library: 'chdb', funcName: 'chdb_result_error', paramsType: [External], paramsValue: [result] }
if (!ffi.isNullPointer(ffi.load({ ...ask, retType: External }))) {
  process.stderr.write(`${ffi.load({ ...ask, retType: Text })}\n`)
  process.exit(1)
}
