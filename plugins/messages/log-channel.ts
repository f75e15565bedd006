import Type from 'typebox'
import type { ChannelDefinition } from '../../contract/index.js'

const settings = Type.Object({})

/** Writes messages to the service's log, where operators find them. */
export const logChannel: ChannelDefinition<typeof settings> = {
  name: 'log',
  summary: 'A line in the log of the service',
  settings,
  send({ severity, title, text, link, type, workspaceId, data }, _settings, { log }) {
    const level = severity === 'info' ? 'info' : severity === 'warning' ? 'warn' : 'error'
    log[level]({ type, workspace: workspaceId, text, link, data }, title)
    return Promise.resolve()
  },
}
