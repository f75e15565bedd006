import { isNode, itemsOf, treeOf, type FilterNode, type Filters } from '../../question/filter-node.js'
import { filtersCodec } from '../../question/filter-link.js'

/** In the address: '' for the board's own filter, this for none. */
const none = 'none'

/** The filters of a board, as saved. */
export const savedFilters = (filter: unknown): Filters => (isNode(filter) ? itemsOf(filter) : [])

/** The filters that the address gives, or else those of the board. */
export const shownFilters = (address: string, saved: Filters): Filters =>
  address === '' ? saved : address === none ? [] : filtersCodec.read(address)

/** Filters for the address: '' if they are those of the board. */
export function filtersAddress(items: Filters, saved: Filters): string {
  if (JSON.stringify(items) === JSON.stringify(saved)) return ''
  return filtersCodec.write(items) ?? none
}

/** Filters as the service takes them in place of the board's; undefined for the board's own. */
export const filterInstead = (address: string, items: Filters): string | undefined =>
  address === '' ? undefined : JSON.stringify(treeOf(items))

export const filterToSave = (items: Filters): FilterNode | null => treeOf(items)
