import type { DeclaredChannel } from '../contract/index.js'
import type { ValidatorsOf } from '../http/validators.js'
import { blaming } from '../core/kernel/registration-error.js'
import type { Registry } from '../core/kernel/registries.js'

/** Returns the channels of all plugins with their schemas compiled. Throws a RegistrationError for an invalid schema. */
export const declaredChannels = (
  { channels }: Registry,
  validators: ValidatorsOf,
): readonly DeclaredChannel[] =>
  [...channels.values()].map(({ plugin, definition }) => {
    const validate = blaming(plugin, `channel ${definition.name}`, () =>
      validators(plugin).ofBody(definition.settings),
    )
    // The validator fills defaults in place.
    return {
      plugin,
      definition,
      validate: (settings) => validate(structuredClone(settings)) as Readonly<Record<string, unknown>>,
    }
  })
