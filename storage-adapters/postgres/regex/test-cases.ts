/** Test expressions in RE2 syntax, separated by two spaces or a line break. */
export const patterns: readonly string[] = [
  '',
  'a  |',
  'a |b c',
  'a\nb',
  'a\\\nb',
  '\u0001|\u200b|\ufeff|\u{10ffff}',
  ...String.raw`
  a  abc  Ab  é  日本  😀  a-b  a\.b  \*\+\?  \(\)  \[\]  \{\}  \|  \^\$  \\  \-  \_  \#  \/  ]  }  {  a{  a{,2}  a{x}  a{2  a{01}
  (?:\*)\*\*:a  \Qa.b*(\E  \Qa.b  \Q\E  a\Q\E  \Qab\E+c  a\Q\E*b  \Q\\E  \Qa\E\Qb\E|c  ~!@%&=;:'",<>/-_
  \x41  \x{41}\x{42}  \x{10FFFF}  \x{0}  a|\x00  \x{1F600}  \t  \n  \r\n  \f|\v|\a  \012  \101  \0  \07  \1012  \x{D800}|a  \x{E9}
  \d  \d+-\d+  \D  \s  \S  \w+  \W  \d\D  ^\w+$  ^\S+$  \s\S  ^[\w.+-]+@[\w-]+\.[a-z]{2,}$
  \pL  \PL  \pN+  \PN  \p{Lu}\p{Ll}  \p{Greek}  \P{Greek}  \p{^Greek}  \P{^Greek}  ^\p{L}+$  ^\p{Han}+$  \p{Cyrillic}|\p{Latin}  \p{Any}
  \p{So}  \p{Zs}  \pZ  \p{Sc}\d  \pP  [\pL\d_]+  [^\pL]  [\PL]  [^\PL\d]  [\p{Lu}-]  \p{Braille}  \p{Co}
  [abc]  [^abc]  [a-c]  [^a-c]  []a]  [^]a]  [a-]  [-a]  [a\-c]  [\]]  [\^a]  [a^]  [[]  [[a]  [.]  [[.a.]]  [[=a=]]  [\\]  [*+?{}()|$]
  [\d]  [\D]  [^\d]  [^\D]  [\s\S]  [^\s\S]  [\w-]  [\w\s]+  [^\W\d_]  [\W\d]  [\x00-\x7f]  [^\x00-\x7F]  [^\x00-\x{10FFFF}]  [\x{4E00}-\x{9FFF}]
  [\n]  [^\n]  [\t-\r]  [ -~]  [!-/]  [--/]  [+--]  [a-z&&b]  [é-ü]  [😀-😂]  [\x{1F600}-\x{1F64F}]  [\012a]  [\a\f\n\r\t\v]
  [[:alpha:]]  [[:^alpha:]]  [^[:alpha:]]  [[:alnum:]_]  [[:ascii:]]  [[:^ascii:]]  [[:blank:]]  [[:cntrl:]]  [[:digit:]]+  [[:graph:]]
  [[:lower:]]  [[:print:]]  [[:punct:]]  [[:space:]]  [[:upper:]]  [[:word:]]  [[:xdigit:]]{2}  [[:alpha:][:digit:]-]  [:alpha:]
  .  a.b  a.c  (?s)a.b  (?s).  (?s:.)x|y.z  ^.$  ^(?s:.)$  (?s)^.*$  ^.*$  (?s-s).\n
  ^  $  ^$  ^a  a$  ^a$  a^  $a  ^^a$$  \Aa  a\z  \A\z  (?m)^b  (?m)a$  (?m)^$  (?m)^b$  (?m)\Ab  (?m)a\z  (?m:^)b  (?m)$\n^  (?m)^a$\n^b$
  \b  \B  \ba\b  \Ba  a\B  \bfoo\b  \Boo\b  \b\B  ^\b  \b$  ^\B$  \bé  é\b  \b日  a\b-  _\b  \B\B  (?i)\bk  \w\b\W  (?:\b|-)b
  (a)  (?:a)  (?P<n>a)b  (?<n>a)(?<m>b)  ((a)(b))  (a|b)c  (a|b|)c  (|a)c  (?:|)  (a||b)c  a||b  ab|cd|ef  ^(?:ab|cd)$  (ab|a)(bc|c)  ()  (())a
  (?i)abc  (?i:a)b  a(?i)b  a(?i)b|c  (a(?i)b)c  (?i)a(?-i)b  (?i)(?-i:a)b  (?i-s:A.)  (?U)a+  (?U)a+?  (?imsU)^a.b$  (?-i)A  (?)  (?:(?i))a
  (?i)k  (?i)K  (?i)[k]  (?i)[^k]  (?i)s  (?i)ſ  (?i)\x{212A}  (?i)\w  (?i)\W  (?i)[\W]  (?i)[^\w]  (?i)[[:lower:]]  (?i)[[:^upper:]]  (?i)[j-l]
  (?i)é  (?i)ß  (?i)ẞ  (?i)ς  (?i)Σ  (?i)İ  (?i)i  (?i)ı  (?i)µ  (?i)я  (?i)\p{Lu}  (?i)\P{Lu}  (?i)\p{Greek}  (?i)[^\p{Ll}]  (?i)ǆ  (?i)\Qk.S\E
  a*  a+  a?  a*?b  a+?b  a??b  a{2}  a{2,}  a{2,3}  a{0}b  a{0,}b  a{0,0}  a{1}  ^a{2}$  ^a{2,3}$  ^(?:ab){2,}$  ^a{2}?$  ^a{1,2}?b  ab*c  (ab)*c
  ^(a|b)*$  ^(a*)*$  ^(a+)+$  ^(a*)+b  ^(a?){3}$  ^(a{2}){2}$  ^(a{2,3}){2}$  ^(a{0,2}){2}$  ^(a+){2}$  ^(a+){0,2}$  ^((a{2})*)*$  ^(a{2,}){2}$  ^((a|b){2}){1,2}$
  ^(a{2,3})+$  ^(?:a{1,2}){2,}$  ^(?:a{0,2})+b  ^(?:a*){2,3}b  ^(?:a{2})?$  ^(?:a??)*$  ^(?:a{1,3})*b
  (?:)*  (?:)+a  (|a)*b  (|a)+b  ^(|a){2}$  ^*a  ^+a  a$*  $+  ^{2}a  \b*a  \b+a  \b?b  (?:^|a)+b  (?:^)*a  (?:\b)+b  (\b|a)*b  (^$)*a  (?:a|\b)+$  (?:^|-)+a
  (?:$|a)*  (?m)(?:^a$\n?)+  (?m)(?:^)*b  (?:\B|a){2}b  (?:^a|b){2}  (?:a\b)+  (?:\b\w+\b\s*)+$  [^\x00-\x{10FFFF}]*a  (?:[^\s\S]|a)+  [^\s\S]{0,3}b  (?:[^\s\S]a)?b
  a{255}  a{256}  ^a{300}$  ^a{254,300}$  ^a{300,}$  ^a{0,300}$  ^a{1,490}$  ^a{496}$  ^(?:ab){248}$  ^(?:a|b){0,240}$  ^.{495,496}$  ^[^b]{490,496}$  ^(?:a{2}){240}$
  ^/api/v\d+/(?:users|orders)/[0-9a-f-]{36}$  ^https?://(?:www\.)?example\.com(?:/|$)  (?i)^mozilla/5\.0.*(?:chrome|safari)/\d+  ^\d{4}-\d{2}-\d{2}T
  ^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$  (?i)\b(?:error|fail(?:ed|ure)?)\b`
    .split(/ {2,}|\n/)
    .filter((pattern) => pattern !== ''),
]

/**
 * Strings in which the expressions are searched; in the template below, separated by a space or a line break.
 */
export const subjects: readonly string[] = [
  '',
  ...[' ', 'a c', 'foo bar', 'a foo.', ' b', 'b ', 'it FAILED, see', 'Mozilla/5.0 (X11) Chrome/126'],
  ...[
    'a\nb',
    'a\nb\n',
    '\n',
    '\na',
    'b\na',
    'a\r\nb',
    'a\n\nb',
    'x\n',
    'y\nz',
    '\t',
    '\f',
    '\v',
    '\x07',
    '\x07\f',
    '\v\n',
  ],
  ...[
    '\u0001',
    '\x7f',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u{10ffff}',
    '\ue000',
    'e\u0301',
    '\u212a',
    '\u0085',
    '\u2028',
  ],
  ...String.raw`
  a b c k s i x aa aaa aaaa aaab ab abc abab ababc aab bb ba bab cd def xyz axb oo foobar unfailing ss
  Ab aB AB ABC K S I A1 é É éa aé ſ ß ẞ σ ς Σ İ ı µ μ я Я ǆ ǅ 日本 a日 😀 a😀b ٣ 7 42-17 €5 1a a1_ _ _a a_b
  - -- -a a- a-b a.b \ 
 ^ $ [ ] { } ( ) * + ? . | / # : = & ^a a$ a^ $a a{ a{,2} a{x} a{01} *+? () [] {} ^$ ***:a a.b*( K.S
  ~!@%&=;:'",<>/-_ ada@example.org ada@ /api/v2/users/123e4567-e89b-12d3-a456-426614174000 https://example.com
  http://www.example.com/x 2024-02-29T10:00 192.168.0.1 256.1.1.1`
    .split(/[ \n]+/)
    .filter((text) => text !== ''),
  ...[254, 255, 256, 300, 511, 512, 600, 999, 1000, 1001].map((times) => 'a'.repeat(times)),
  ...[999, 1000, 1001].map((times) => 'ab'.repeat(times)),
]
