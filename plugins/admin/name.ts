import { invalid } from '../../core/contract/index.js'

export function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw invalid('/name', 'name must not be blank')
  return name
}
