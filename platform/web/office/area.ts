import { createContext, use } from 'react'
import type { Call } from '#platform/contract/call.ts'
import type { LoadSearch, Screen } from '../shell/area.ts'
import type { EntryIcon } from '../ui/entry-icons.ts'
import type { Counted } from './count.ts'

/** A screen of the office, below /kontor. */
export interface OfficeScreen extends Pick<Screen, 'title' | 'gate' | 'load'> {
  /** Path below /kontor, without a leading slash: 'fel'. */
  readonly path: string
  readonly icon: EntryIcon
  /** False for a screen that is opened from another one and is not in the menu. */
  readonly inMenu?: false
  /** Returns the number of waiting cases by view: the overview lists all views, the menu shows the first. */
  readonly counts?: Call<readonly Waiting[]>
}

interface Waiting extends Counted {
  readonly view: string
  readonly label: string
}

/** An area's part for the office, `web/office.ts`, listed in app/web/office-areas.ts. It contains only data. */
export interface OfficeArea {
  readonly screens: readonly OfficeScreen[]
  /** The search over all screens; at most one area has it. */
  readonly search?: LoadSearch
}

export const OfficeScreenContext = createContext<OfficeScreen | null>(null)

/** The open screen's entry, because several entries may have the same component. */
export function useOfficeScreen(): OfficeScreen {
  const screen = use(OfficeScreenContext)
  if (!screen) throw new Error('outside the office')
  return screen
}

export const OfficeScreensContext = createContext<readonly OfficeScreen[]>([])

/** Every screen of the office, for their titles. Includes screens that the employee may not open. */
export const useOfficeScreens = (): readonly OfficeScreen[] => use(OfficeScreensContext)
