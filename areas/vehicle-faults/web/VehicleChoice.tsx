import { useEffect, useMemo, useState } from 'react'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { useDutyAtHand } from '#platform/web/shell/duty-at-hand.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Combobox } from '#platform/web/ui/Combobox.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { busIcon, clockIcon } from '#platform/web/ui/icons.ts'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import styles from './FaultScreen.module.css'
import { useRecentVehicles } from './recent-vehicles.ts'
import { headings, offeredVehicles, vehicleOptions } from './vehicle-options.ts'

interface VehicleChoiceProps {
  vehicles: readonly Vehicle[]
  typed: string
  chosen: Vehicle | null
  onChange: (typed: string, chosen: Vehicle | null) => void
}

const LONGEST_MS = 1500

/**
 * Whether loading the duty takes too long. Until then no vehicles are offered: the duty's bus comes first, and would move the others away
 * from under a thumb.
 */
function useIsLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setLate(true), LONGEST_MS)
    return () => clearTimeout(timer)
  }, [waiting])
  return late
}

/** The vehicle search, with the likely vehicles as buttons. */
export function VehicleChoice({ vehicles, typed, chosen, onChange }: VehicleChoiceProps) {
  // While the duty is loaded again, the vehicles that are offered stay where they are.
  const now = useDutyAtHand()
  const [known, setKnown] = useState(now)
  if (now !== undefined && now !== known) setKnown(now)
  const duty = now === undefined ? known : now
  const [recent, addRecent] = useRecentVehicles()
  // In a report for somebody else, the duty and the recent buses of the employee who enters it do not apply.
  const { behalf } = useAddressee()
  const late = useIsLate(duty === undefined)
  const offered = useMemo(
    () => (behalf || (duty === undefined && !late) ? [] : offeredVehicles(vehicles, duty, recent, late)),
    [vehicles, duty, recent, behalf, late],
  )
  const options = useMemo(() => vehicleOptions(vehicles, offered), [vehicles, offered])
  const choose = (text: string, vehicle: Vehicle | null) => {
    if (vehicle && vehicle.number !== chosen?.number) {
      if (!behalf) addRecent(vehicle.number)
      announce('Fordonet är valt. Formuläret visas nedanför.')
    }
    onChange(text, vehicle)
  }
  return (
    <div className={classes(styles['vehicle'], duty === undefined && styles['waiting'])}>
      <Combobox
        label="Fordon"
        required
        placeholder="Sök fordon"
        value={typed}
        options={options}
        emptyText="Inget fordon med det namnet"
        onChange={(text, option) =>
          choose(text, (option && vehicles.find(({ number }) => number === option.value)) ?? null)
        }
      />
      {duty === undefined && !late && !chosen && !behalf && recent.length > 0 && (
        // As high as the vehicles that are about to be offered.
        <div className={classes(styles['offers'], styles['coming'])} aria-hidden="true">
          {['', ...recent].map((number) => (
            <Button key={number} wide disabled>
              <span className={styles['offer']}>
                –<small>–</small>
              </span>
            </Button>
          ))}
        </div>
      )}
      {offered.length > 0 && !chosen && (
        <ul className={styles['offers']} aria-label="Föreslagna fordon">
          {offered.map(({ vehicle, because }) => (
            <li key={vehicle.number}>
              <Button
                ref={passFocus}
                icon={because === 'recent' ? clockIcon : busIcon}
                onClick={() => choose(vehicle.name, vehicle)}
                wide
              >
                <span className={styles['offer']}>
                  {vehicle.name}
                  <small>{headings[because]}</small>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
