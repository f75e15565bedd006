import t from 'tap'
import { parseRegex } from '../../../contract/index.js'
import { mayOverscan } from './overscan.js'

const lines = (text: string): readonly string[] => text.trim().split(/\s{2,}|\n/)

void t.test('patterns that read the rest of a text again for each match', (t) => {
  for (const pattern of lines(String.raw`
    a*b|a  (a*b)|(a)  a*?b|a  (?:(a*b)|a)+  (a+b)*  \w+$|\w  foo.*bar|foo  .*b|a  (?:a*)+b|a  (?:a{3,}b|a)  (a+b|)  (?:ab)*b  a|a*b
    [a-z]+x|[a-z]  \b\w+$|\w  \w+\B!|\w\b|\w  (?i)a*b|A  \b(?:\w+\W)*x|\w\b  <.*>|<a`))
    t.ok(mayOverscan(parseRegex(`(?s)${pattern}`)), pattern)
  t.end()
})

void t.test('patterns with an empty match far away', (t) => {
  for (const pattern of lines(String.raw`
    \b  \B  x?\b  \bx?  b|$  (?m)$  (?m)^  (?:b|\b)+  \b|a  (a|$)*\b`))
    t.ok(mayOverscan(parseRegex(`(?s)${pattern}`)), pattern)
  for (const pattern of lines(String.raw`^  ()  a*  \b|a*  (\b)?  ^a*  \ba  a$`))
    t.notOk(mayOverscan(parseRegex(`(?s)${pattern}`)), pattern)
  t.end()
})

void t.test('patterns whose matches end where reading ends', (t) => {
  for (const pattern of lines(String.raw`
    a  [a-z]+  [^a-z]+  "[^"]*"  <.*?>  <[^>]*>  ^\s+|\s+$  \?.*$  ^(.*)/.*$  (\d+)(\.\d+)?  /[0-9]+(/|$)  \s*,\s*
    https?://[^ ]+  [a-z]+@[a-z]+\.[a-z]+  [A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}  (\w+)=(\w*)  (a|b)*?c  a*
    <.*>  foo.*bar  a.*b  (a.*b)  \b\w+\b  \b[a-z]+\b  \b\w+ing\b  (?:[a-z]+\.)+[a-z]+  [a-z]+(?:-[a-z]+)*  ()`))
    t.notOk(mayOverscan(parseRegex(`(?s)${pattern}`)), pattern)
  t.end()
})
