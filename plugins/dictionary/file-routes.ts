import Type from 'typebox'
import { Reply, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { dictionaryKeeper } from './dictionary-keeper.js'
import { readDictionary } from './dictionary-repository.js'
import { fileText, readFile } from './file.js'
import { ChangeBody, editor, FileBody, member, path, tag } from './schemas.js'

export function registerFileRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: `${path}/file`,
    summary: 'Export the dictionary as a file with a fixed order, for review in version control',
    tag,
    access: member,
    response: FileBody,
    async handle(asked) {
      const { records, workspace } = asked as WorkspaceAsk
      return new Reply(200, fileText(await readDictionary(records, workspace.id)), {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="dictionary.json"',
      })
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/file`,
    summary: 'Import a dictionary file; entries that it does not name are deleted unless keep=true',
    tag,
    access: editor,
    query: Type.Object({
      dry_run: Type.Optional(Type.Boolean({ description: 'true: list the changes and make none' })),
      keep: Type.Optional(Type.Boolean({ description: 'true: keep entries that the file does not name' })),
    }),
    body: FileBody,
    refusals: ['CONFLICT'],
    response: Type.Object({
      data: Type.Object({ dry_run: Type.Boolean(), changes: Type.Array(ChangeBody) }),
    }),
    async handle(asked, { query: { dry_run = false, keep = false }, body }) {
      const ask = asked as WorkspaceAsk
      const file = readFile(body)
      const changes = await ask.use(dictionaryKeeper).load(ask, file, { keep, dryRun: dry_run })
      return { data: { dry_run, changes } }
    },
  })
}
