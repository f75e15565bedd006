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
