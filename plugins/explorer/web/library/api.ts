import { get, post, put, remove, type Call, type Parameters } from '../api/call.js'
import { send } from '../api/send.js'
import type { Data } from '../api/types.js'
import { reloadShared } from '../api/use-shared.js'
import type { SavedQuestion, Uses } from './types.js'

const root = '/api/v1/questions'
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`

export const questionsCall = (query: Parameters): Call => get(root, query)
export type Questions = Data<{ readonly questions: readonly SavedQuestion[]; readonly next: string | null }>

export const tagsCall = get(`${root}/tags`)
export type Tags = Data<{ readonly tags: readonly { readonly tag: string; readonly questions: number }[] }>

export const questionCall = (id: string): Call => get(at(id))
export const questionDataCall = (id: string, instead: Parameters = {}): Call => get(`${at(id)}/data`, instead)
export const usesCall = (id: string): Call => get(`${at(id)}/uses`)
export type UsesAnswer = Data<Uses>
export const historyCall = (id: string): Call => get(`${at(id)}/history`)

export type QuestionFields = Partial<
  Pick<SavedQuestion, 'name' | 'description' | 'tags' | 'question' | 'chart' | 'view' | 'visibility'>
>

/** Reloads the lists of questions after a change. */
async function changed<T>(sent: Promise<T>): Promise<T> {
  const answer = await sent
  reloadShared(root)
  return answer
}

export const saveQuestion = async (fields: QuestionFields): Promise<SavedQuestion> =>
  (await changed(send<Data<SavedQuestion>>(post(root, fields)))).data
export const changeQuestion = async (id: string, fields: QuestionFields): Promise<SavedQuestion> =>
  (await changed(send<Data<SavedQuestion>>(put(at(id), fields)))).data
export const deleteQuestion = (id: string, force: boolean): Promise<null> =>
  changed(send<null>(remove(at(id), force ? { force } : {})))
/** Restores a deleted question; the service does so for ten minutes. */
export const restoreQuestion = (id: string): Promise<unknown> => changed(send(post(`${at(id)}/restore`)))
export const restoreVersion = async (id: string, version: number): Promise<SavedQuestion> =>
  (await changed(send<Data<SavedQuestion>>(post(`${at(id)}/history/${version}/restore`)))).data
export const setFavourite = (id: string, on: boolean): Promise<null> =>
  send<null>(on ? put(`${at(id)}/favourite`, {}) : remove(`${at(id)}/favourite`))
