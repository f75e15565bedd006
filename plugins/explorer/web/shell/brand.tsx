import { hrefOf } from '../router/location.js'

export const Brand = () => (
  <a class="brand" href={hrefOf('/')}>
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">
        <path d="M6 22a10 10 0 0 1 20 0" />
        <path d="M16 9v13l6-7" />
      </g>
    </svg>
    Sextant
  </a>
)
