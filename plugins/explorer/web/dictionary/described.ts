import { useMemo } from 'preact/hooks'
import { useShared } from '../api/use-shared.js'
import { fileCall } from './api.js'
import { namesOf, type Names } from './order.js'
import type { DictionaryFile, List } from './types.js'

const nothing: Names = new Map()

/** The entries of a list of the dictionary by name; empty while it loads. `wanted` false loads nothing. */
export function useDictionary(list: List, wanted = true): Names {
  const { data } = useShared<DictionaryFile>(wanted ? fileCall : null)
  return useMemo(() => (data === null ? nothing : namesOf(data[list])), [data, list])
}
