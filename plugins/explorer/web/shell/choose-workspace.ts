import { hrefOf, navigate, path } from '../router/location.js'

/** The same view in another workspace; what it showed belongs to the old one. */
export const chooseWorkspace = (slug: string): void => navigate(hrefOf(path.peek(), { workspace: slug }))
