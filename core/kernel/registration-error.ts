/** A plugin declared something that cannot be: the start stops, naming the plugin and the thing. */
export class RegistrationError extends Error {
  readonly plugin: string
  readonly subject: string

  constructor(plugin: string, subject: string, problem: string, options?: ErrorOptions) {
    super(`plugin ${plugin}: ${subject}: ${problem}`, options)
    this.name = 'RegistrationError'
    this.plugin = plugin
    this.subject = subject
  }
}

/** What `work` gives; whatever it throws becomes the plugin's RegistrationError about the subject. */
export function blaming<T>(plugin: string, subject: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw blamed(plugin, subject, error)
  }
}

export function blamed(plugin: string, subject: string, error: unknown, what = ''): RegistrationError {
  if (error instanceof RegistrationError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new RegistrationError(plugin, subject, what + message, { cause: error })
}
