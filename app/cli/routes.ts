import { Command } from 'commander'
import type { Access } from '../../contract/index.js'
import { describeRoutes } from '../../http/describe-routes.js'
import type { LoadSettings } from './settings.js'
import { columns, say } from './terminal.js'

export const routesCommand = (load: LoadSettings): Command =>
  new Command('routes')
    .summary('list every route and the access it requires')
    .description('Lists every route of the service, including those of additional PLUGINS. Needs no storage.')
    .option('--json', 'print JSON: an array of {plugin, method, path, access}')
    .action(({ json = false }: { json?: boolean }) => {
      const routes = describeRoutes(load.registry())
      if (json) {
        say(JSON.stringify(routes, null, 2))
        return
      }
      const rows = routes.map(({ method, path, access, plugin }) => [
        method,
        path,
        accessText(access),
        plugin,
      ])
      columns([['METHOD', 'PATH', 'ACCESS', 'PLUGIN'], ...rows]).forEach(say)
    })

function accessText(access: Access): string {
  switch (access.kind) {
    case 'public':
      return 'anyone'
    case 'user':
      return 'any user'
    case 'link':
      return 'token of a link'
    case 'ingest':
      return 'ingest key'
    case 'global':
      return `${access.role} (global role)`
    case 'workspace':
      return `${access.role} of the workspace (${access.from}${access.people === true ? ', no keys' : ''}${raised(access)})`
  }
}

const raised = ({ raisedBy }: Extract<Access, { kind: 'workspace' }>): string =>
  raisedBy === undefined ? '' : `, raised by ${raisedBy.name}`
