import { companies } from './catalogue.js'

const industries = ['software', 'retail', 'media', 'finance', 'health', 'education'] as const
const sizes = [12, 45, 180, 700, 2_500] as const
const countries = ['US', 'DE', 'GB', 'FR', 'IN'] as const

/** The id of a company as the group of events: `acme`. */
export const companyId = (name: string): string => name.toLowerCase()

/** The group calls that tell the traits of all companies, as a server sends them once; they use no random numbers. */
export const companyLines = (timestamp: number): readonly object[] =>
  companies.map((name, index) => ({
    type: 'group',
    device_id: 'billing-service',
    group_type: 'company',
    group_id: companyId(name),
    timestamp,
    traits: {
      name,
      industry: industries[index % industries.length],
      employees: sizes[(index * 3) % sizes.length],
      country: countries[(index * 2) % countries.length],
    },
  }))
