import t from 'tap'
import { mergedParts, newParts, type Part } from './stored-parts.js'

const part = (name: string, time = 1): Part => ({ name, time })
const parts = (...names: readonly string[]): readonly Part[] => names.map((name) => part(name))
const known = parts('202401_1_1_0', '202401_2_5_1', '202402_3_3_0')

t.test('inserted parts, and parts merged with them', (t) => {
  t.same(newParts(known, known), [])
  t.same(newParts([], parts('all_1_1_0')), ['all_1_1_0'])
  t.same(newParts(known, [...known, part('202402_6_6_0')]), ['202402_6_6_0'])
  t.same(newParts(known, parts('202401_1_5_2', '202402_3_6_1')), ['202401_1_5_2', '202402_3_6_1'])
  t.end()
})

t.test('deleted and rewritten parts', (t) => {
  t.equal(newParts(known, parts('202401_1_1_0', '202401_2_5_1')), null, 'a part that was dropped')
  t.equal(newParts(known, parts('202401_1_5_2', '202403_3_3_0')), null, 'another partition')
  t.equal(newParts(known, parts('202401_1_4_2', '202402_3_3_0')), null, 'not all of a part')
  t.equal(newParts(known, [...known.slice(1), part('202401_1_1_0', 2)]), null, 'numbered from 1 again')
  t.equal(newParts(known, parts('202401_1_5_2_7', '202402_3_3_0_7')), null, 'mutated after all were inserted')
  t.equal(newParts(known, [...known, part('patch-1_202402_7_7_0')]), null, 'rows changed by a patch part')
  t.end()
})

t.test('parts with rows of the known ones', (t) => {
  const merged = (...names: readonly string[]) => [...mergedParts(known, parts(...names))]
  t.same(merged('202401_6_6_0', '202401_7_9_1', '202403_1_5_1'), [], 'inserted later, also if merged since')
  t.same(merged('202401_1_5_2', '202402_3_6_1'), ['202401_1_5_2', '202402_3_6_1'])
  t.same(merged('202401_5_6_1'), ['202401_5_6_1'], 'a part that cannot be told')
  t.same([...mergedParts([], parts('202401_1_5_2'))], [])
  t.end()
})

t.test('a mutation before the known parts', (t) => {
  t.same(newParts(parts('202401_1_1_0_4', '202401_5_5_0'), parts('202401_1_5_1_4')), ['202401_1_5_1_4'])
  t.equal(newParts(parts('202401_1_1_0_4', '202401_5_5_0'), parts('202401_1_5_1_6')), null)
  t.end()
})
