/** Line icons on a grid of 24. Their meaning is given by the text next to them or by the button's label. */
const paths = {
  alert: 'M12 4 3 19h18L12 4Zm0 6v4m0 3v.01',
  area: 'M4 19V13l5-5 4 4 7-7v14H4Z',
  arrowDown: 'M12 5v14m-6-6 6 6 6-6',
  arrowUp: 'M12 19V5m-6 6 6-6 6 6',
  audience:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3.5c2 .8 3 2.8 3 5.5',
  bar: 'M5 20v-8m7 8V4m7 16v-5',
  board: 'M4 4h7v9H4V4Zm9 0h7v5h-7V4Zm0 7h7v9h-7v-9Zm-9 4h7v5H4v-5Z',
  calendar: 'M4 6h16v14H4V6Zm0 4h16M8 3v4m8-4v4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9 6 6 6-6',
  chevronLeft: 'm15 6-6 6 6 6',
  chevronRight: 'm9 6 6 6-6 6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  compare: 'M4 16c3-8 6 2 9-4s4-4 7-6M4 20h16',
  copy: 'M9 9h11v11H9V9ZM5 15H4V4h11v1',
  download: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  drag: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  edit: 'M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4',
  expand: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  external: 'M14 4h6v6m0-6-9 9M18 14v6H4V6h6',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  flag: 'M6 21V4m0 0c5-2 7 2 12 0v9c-5 2-7-2-12 0',
  formula: 'M18 5H8l5 7-5 7h10',
  funnel: 'M4 5h16l-6 8v6l-4 1v-7L4 5Z',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-2.5 6.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 3v.01',
  history: 'M4 5v5h5M4.5 10A8 8 0 1 1 4 13m8-5v4.5l3 1.5',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4v-9Z',
  key: 'M8 19a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3-7.5L20 3m-4 4 3 3',
  keyboard: 'M3 6h18v12H3V6Zm4 4v.01M11 10v.01M15 10v.01M8 14h8',
  lifecycle: 'M5 12V6m0 6v4m5-4V4m0 8v6m5-6V8m0 4v7m5-7V5m0 7v3M3 12h18',
  line: 'M4 17l5-6 4 3 7-9',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  live: 'M12 12v.01M8.5 15.5a5 5 0 0 1 0-7m7 0a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1 0-12.8m12.8 0a9 9 0 0 1 0 12.8',
  lock: 'M6 11h12v9H6v-9Zm2 0V8a4 4 0 0 1 8 0v3',
  logs: 'M4 6h3m3 0h10M4 12h3m3 0h10M4 18h3m3 0h6',
  logout: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H9',
  menu: 'M4 7h16M4 12h16M4 17h16',
  metric: 'M4 14a8 8 0 0 1 16 0m-8 0 4-4M4 19h16',
  moon: 'M20 14A8.5 8.5 0 1 1 10 4a7 7 0 0 0 10 10Z',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  number: 'M9 4 7 20m10-16-2 16M4 9h16M4 15h16',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c0-4 3-6 7-6s7 2 7 6',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 0 0-14-4.5L4 9m0-5v5h5M4 13a8 8 0 0 0 14 4.5l2-2.5m0 5v-5h-5',
  retention: 'M4 4h4v4H4V4Zm6 0h4v4h-4V4Zm6 0h4v4h-4V4ZM4 10h4v4H4v-4Zm6 0h4v4h-4v-4Zm-6 6h4v4H4v-4Z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4 4',
  segments: 'M12 3a9 9 0 1 0 9 9h-9V3Zm3 0v6h6',
  server: 'M4 4h16v7H4V4Zm0 9h16v7H4v-7Zm4-5.5v.01m0 9v.01',
  sessions: 'M3 5h18v12H3V5Zm6 16h6m-3-4v4',
  settings: 'M4 7h9m5 0h2M4 17h3m5 0h8M13 4.5v5M8 14.5v5',
  share: 'M12 15V4m-4 4 4-4 4 4M5 13v7h14v-7',
  sql: 'M4 5h16v14H4V5Zm3 4 3 3-3 3m6 0h4',
  star: 'm12 4 2.5 5.2 5.5.8-4 4 1 5.8-5-2.8-5 2.8 1-5.8-4-4 5.5-.8L12 4Z',
  stickiness: 'M12 21c4.5-3 8-6.5 8-10.5A4.5 4.5 0 0 0 12 8a4.5 4.5 0 0 0-8 2.5C4 14.5 7.5 18 12 21Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v2m0 14v2m9-9h-2M5 12H3m15.4-6.4-1.4 1.4M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6',
  system: 'M3 5h18v11H3V5Zm5 15h8m-4-4v4',
  table: 'M4 5h16v14H4V5Zm0 5h16M4 14.5h16M10 5v14',
  trash: 'M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13',
  treemap: 'M4 4h9v16H4V4Zm9 0h7v7h-7V4Zm0 7h7v9h-7v-9Zm-9 3h9',
  tree: 'M4 5h7M8 5v13h4M8 11.5h4m0-2.5h8v5h-8V9Zm0 6.5h8v5h-8v-5Z',
  trends: 'M4 4v16h16M8 15l4-5 3 3 5-7',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.5 2.5-6 6-6s6 2.5 6 6m1-15.5a3.5 3.5 0 0 1 0 6.5m2 3.5c2 .8 3 2.8 3 5.5',
} as const

export type IconName = keyof typeof paths

export const isIcon = (name: string | null): name is IconName => name !== null && Object.hasOwn(paths, name)

export const Icon = ({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    stroke-width={name === 'more' || name === 'drag' ? 2.6 : 1.7}
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
