import type { Meters, PropertyCatalogue } from '../../contract/index.js'

/** The metrics of workspaces with more property names than are listed. */
export function catalogueMeters(meters: Meters, { state }: Pick<PropertyCatalogue, 'state'>): void {
  meters.gauge({
    name: 'sextant_property_names_full_workspaces',
    help: 'Workspaces that reached PROPERTY_NAMES and recently sent data to this process.',
    read: () => [{ value: state().full }],
  })
  meters.gauge({
    name: 'sextant_property_names_unlisted',
    help: 'Property names left out of the catalogue since the start of the process, counted once per append.',
    read: () => [{ value: state().unlisted }],
  })
}
