import type { DutyAtHand } from '#platform/contract/duties.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import type { ComboboxOption } from '#platform/web/ui/combobox-options.ts'

export interface OfferedVehicle {
  readonly vehicle: Vehicle
  /** Why the vehicle is at the top. */
  readonly because: 'duty' | 'next-duty' | 'recent'
}

/**
 * The duty's bus first, then the recently chosen ones, each once. With `stay` the recent ones keep their places, since they are on the
 * screen already and somebody may be about to tap one.
 */
export function offeredVehicles(
  vehicles: readonly Vehicle[],
  duty: DutyAtHand | null | undefined,
  recent: readonly string[],
  stay = false,
): OfferedVehicle[] {
  const ofDuty = duty?.vehicle ? vehicles.find(({ name }) => name === duty.vehicle)?.number : undefined
  const first = ofDuty === undefined ? [] : [ofDuty]
  const byNumber = new Map(vehicles.map((vehicle) => [vehicle.number, vehicle]))
  return [...new Set(stay ? [...recent, ...first] : [...first, ...recent])].flatMap((number) => {
    const vehicle = byNumber.get(number)
    if (!vehicle) return []
    return { vehicle, because: number !== ofDuty ? 'recent' : duty?.underWay ? 'duty' : 'next-duty' }
  })
}

export const headings = { duty: 'Din buss nu', 'next-duty': 'Din nästa buss', recent: 'Senast använda' } as const

const toOption = ({ name, number }: Vehicle) => ({ value: number, label: name })

/** All vehicles for the search, the offered ones first under their own headings. */
export function vehicleOptions(vehicles: readonly Vehicle[], offered: readonly OfferedVehicle[]): ComboboxOption[] {
  if (offered.length === 0) return vehicles.map(toOption)
  const first = new Set(offered.map(({ vehicle }) => vehicle.number))
  return [
    ...offered.map(({ vehicle, because }) => ({ ...toOption(vehicle), group: headings[because] })),
    ...vehicles.filter(({ number }) => !first.has(number)).map((vehicle) => ({ ...toOption(vehicle), group: 'Alla' })),
  ]
}
