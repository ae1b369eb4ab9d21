import { vehicleProblem } from '../../rules.ts'
import type { FormContext } from './definition.ts'

/** The problem with the bus, or null. If the list has not loaded, the server checks the name. */
export function busProblem({ Fordon }: { readonly Fordon: string }, { vehicles, fromList }: FormContext) {
  if (!fromList) return { Fordon: vehicleProblem(Fordon, null) }
  const names = vehicles ? new Set(vehicles.map(({ name }) => name)) : { has: (name: string) => name.trim() !== '' }
  return { Fordon: vehicleProblem(Fordon, names) }
}
