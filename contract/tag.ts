/** A chapter of the API description. */
export interface Tag {
  readonly name: string
  /** One or two sentences about the routes of this tag. One route of the tag is enough to have it. */
  readonly description: string
}

export const tagName = (tag: string | Tag): string => (typeof tag === 'string' ? tag : tag.name)
