import { Gauge, type Registry } from 'prom-client'
import { propertyCatalogue, type PropertyCatalogue, type ServiceRef } from '../contract/index.js'

/** The metrics of workspaces that have more property names than are listed; 0 where no plugin keeps a catalogue. */
export function catalogueInstruments(
  registry: Registry,
  find: (ref: ServiceRef<PropertyCatalogue>) => PropertyCatalogue | null,
): void {
  const registers = [registry]
  new Gauge({
    name: 'sextant_property_names_full_workspaces',
    help: 'Workspaces that have as many property names as PROPERTY_NAMES allows and sent data to this process lately.',
    registers,
    collect() {
      this.set(find(propertyCatalogue)?.state().full ?? 0)
    },
  })
  new Gauge({
    name: 'sextant_property_names_unlisted',
    help: 'Property names that came with data and were not listed, since the start of the process; a name counts once an append.',
    registers,
    collect() {
      this.set(find(propertyCatalogue)?.state().unlisted ?? 0)
    },
  })
}
