import t from 'tap'
import {
  latestOfDevices,
  personsOf,
  usersAsked,
  type KnownDevice,
  type LinkedPerson,
} from './link-persons.js'

const link = (device_id: string, user_id: string, timestamp = 1) => ({ timestamp, device_id, user_id })
const none: ReadonlyMap<string, KnownDevice> = new Map()
const noUsers: ReadonlyMap<string, string> = new Map()
const shown = (persons: readonly LinkedPerson[]): readonly string[] =>
  persons.map(({ link: { device_id }, version, key }) => {
    const of = key.kind === 'device' ? key.device_id : key.kind === 'known' ? key.key : ''
    return `${device_id} ${version} ${key.kind} ${of}`.trim()
  })
const known = (user_id: string, version: string, stored: string, key: string): KnownDevice => ({
  link: { timestamp: 1, user_id },
  ...{ version, stored, key },
})

t.test('the latest link of a device wins, ties by the bytes of the user', (t) => {
  const links = [
    link('a', 'z', 1),
    link('a', 'y', 2),
    link('a', 'é', 2),
    link('b', 'x', 3),
    link('b', 'w', 3),
  ]
  const users = [...latestOfDevices(links).values()].map(({ user_id }) => user_id)
  t.strictSame(users, ['é', 'x'])
  t.end()
})

t.test('the first device of a new user is its key', (t) => {
  const links = [link('a', 'ann'), link('b', 'ann'), link('c', 'bob')]
  t.strictSame(shown(personsOf(links, none, noUsers)), ['a 0 own', 'b 1 device a', 'c 0 own'])
  t.end()
})

t.test('a user with devices keeps its key', (t) => {
  const users = new Map([['ann', '7']])
  t.strictSame(shown(personsOf([link('b', 'ann'), link('c', 'ann')], none, users)), [
    'b 1 known 7',
    'c 1 known 7',
  ])
  t.end()
})

t.test('a device that was linked before is the key of no other user', (t) => {
  const devices = new Map([['a', known('ann', '0', '0', '7')]])
  t.strictSame(shown(personsOf([link('a', 'bob')], devices, noUsers)), ['a 1 user'])
  t.strictSame(shown(personsOf([link('a', 'bob'), link('d', 'bob')], devices, noUsers)), [
    'a 1 device d',
    'd 0 own',
  ])
  t.end()
})

t.test('versions grow with each change, and stay without one', (t) => {
  const again = (device: KnownDevice, user: string): readonly string[] =>
    shown(personsOf([link('a', user, 2)], new Map([['a', device]]), new Map([['bob', '9']])))
  t.strictSame(again(known('ann', '0', '0', '7'), 'ann'), ['a 0 known 0'])
  t.strictSame(again(known('ann', '1', '5', '5'), 'ann'), ['a 1 known 5'])
  t.strictSame(again(known('ann', '0', '0', '7'), 'bob'), ['a 1 known 9'])
  t.strictSame(again(known('ann', '1', '5', '5'), 'bob'), ['a 3 known 9'])
  t.strictSame(again(known('ann', '88', '5', '5'), 'ann'), ['a 89 known 5'], 'a row from before the column')
  t.end()
})

t.test('only users of devices that are new to them are looked up', (t) => {
  const devices = new Map([
    ['a', known('ann', '0', '0', '7')],
    ['b', known('ann', '1', '7', '7')],
  ])
  t.strictSame(usersAsked([link('a', 'ann', 2), link('b', 'bob', 2), link('c', 'cid')], devices), [
    'bob',
    'cid',
  ])
  t.end()
})
