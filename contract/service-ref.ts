/** A typed name under which one plugin supplies a service and other plugins use it. */
export interface ServiceRef<T extends object> {
  readonly name: string
  /** Never set; it only carries the type. */
  readonly type?: T
}

export const serviceRef = <T extends object>(name: string): ServiceRef<T> => Object.freeze({ name })
