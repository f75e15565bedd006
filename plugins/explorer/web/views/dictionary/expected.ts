import type { ExpectedProperty, Scalar, ValueType } from '../../dictionary/types.js'
import { dictionaryViewText } from '../../text/dictionary-view.js'

/** An expected value as the form has it. */
export interface ExpectedDraft {
  readonly name: string
  readonly required: boolean
  readonly type: ValueType | ''
  /** Separated by commas, those that would be read otherwise in quotes. */
  readonly allowed: string
}

export const draftOf = ({
  name,
  required,
  type,
  allowed,
}: Pick<ExpectedProperty, 'name' | 'required' | 'type' | 'allowed'>): ExpectedDraft => ({
  name,
  required,
  type: type ?? '',
  allowed: (allowed ?? []).map((value) => written(value, type ?? '')).join(', '),
})

export const emptyDraft: ExpectedDraft = { name: '', required: false, type: '', allowed: '' }

export const valueOf = ({ type, allowed }: ExpectedDraft) => {
  const values = (allowed.match(/\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]+/g) ?? [])
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => scalarOf(text, type))
  return { type: type === '' ? null : type, allowed: values.length === 0 ? null : values }
}

/** A value as valueOf() reads it again. */
function written(value: Scalar, type: ValueType | ''): string {
  const plain = String(value)
  const isRead =
    plain.trim() === plain && plain !== '' && !/[,"]/.test(plain) && scalarOf(plain, type) === value
  return isRead ? plain : JSON.stringify(value)
}

/** The value that a text stands for; the service rejects one that does not fit the type. */
function scalarOf(text: string, type: ValueType | ''): Scalar {
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text) as string
    } catch {
      return text
    }
  }
  if ((type === 'number' || type === '') && Number.isFinite(Number(text))) return Number(text)
  if ((type === 'boolean' || type === '') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

export const typeOptions = [
  { value: '', label: dictionaryViewText.anyType },
  { value: 'text', label: dictionaryViewText.text },
  { value: 'number', label: dictionaryViewText.number },
  { value: 'boolean', label: dictionaryViewText.boolean },
  { value: 'time', label: dictionaryViewText.time },
  { value: 'json', label: dictionaryViewText.objectOrArray },
] as const
