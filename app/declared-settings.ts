import type { DeclaredSetting } from '../config/declared.js'
import { formerNames, settingNames } from '../config/schema.js'
import { alreadyRegistered, RegistrationError } from '../core/kernel/registration-error.js'
import type { Registry } from '../core/kernel/registries.js'

/** The settings of all plugins, as config/ takes them. */
export const declaredSettings = ({ settings }: Pick<Registry, 'settings'>): readonly DeclaredSetting[] =>
  [...settings.values()].map(({ plugin, definition }) => ({
    plugin,
    name: definition.name,
    schema: definition.schema,
    default: definition.default,
    secret: definition.secret === true,
    check: (value) => definition.check?.(value as string) ?? null,
  }))

/** Throws a RegistrationError if a plugin declares a setting of the service, or if a route needs an undeclared one. */
export function checkSettingNames({ settings, routes }: Registry): void {
  for (const { plugin, definition } of settings.values())
    if ((settingNames as readonly string[]).includes(definition.name) || definition.name in formerNames)
      throw alreadyRegistered(plugin, `setting ${definition.name}`, 'core')
  for (const { plugin, definition } of routes) {
    const { method, path, access, rateLimit } = definition
    const raised = access.kind === 'workspace' ? access.raisedBy : undefined
    const opening = access.kind === 'public' ? access.onlyIf : undefined
    for (const ref of [raised, opening, rateLimit?.tries])
      if (typeof ref === 'object' && !settings.has(ref.name))
        throw new RegistrationError(
          plugin,
          `route ${method} ${path}`,
          `no plugin declares its setting ${ref.name}; call host.setting() in register()`,
        )
  }
}
