import { Gauge, type Registry } from 'prom-client'
import { propertyCatalogue, type PropertyCatalogue, type ServiceRef } from '../contract/index.js'

/**
 * The metrics of workspaces with more property names than are listed; 0 if no plugin maintains a catalogue.
 */
export function catalogueInstruments(
  registry: Registry,
  find: (ref: ServiceRef<PropertyCatalogue>) => PropertyCatalogue | null,
): void {
  const registers = [registry]
  new Gauge({
    name: 'sextant_property_names_full_workspaces',
    help: 'Workspaces that reached PROPERTY_NAMES and recently sent data to this process.',
    registers,
    collect() {
      this.set(find(propertyCatalogue)?.state().full ?? 0)
    },
  })
  new Gauge({
    name: 'sextant_property_names_unlisted',
    help: 'Property names left out of the catalogue since the start of the process, counted once per append.',
    registers,
    collect() {
      this.set(find(propertyCatalogue)?.state().unlisted ?? 0)
    },
  })
}
