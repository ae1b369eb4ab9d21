import type { Gate } from '#platform/contract/claims.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { HeaderLink, Load, MenuEntry, ReportEntry, Screen, ScreenEntry, UrgentEntry, WebArea } from './area.ts'

export type Passes = (gate: Gate | undefined) => boolean

/** A menu entry with its screen's code, so that loading can start before the finger is lifted. */
export interface VisibleEntry extends MenuEntry {
  readonly load: Load
}

type BarEntry = VisibleEntry & Required<Pick<VisibleEntry, 'bar'>>

export interface Navigation {
  readonly menu: readonly VisibleEntry[]
  readonly bar: readonly BarEntry[]
  /** Entries about the signed-in employee. */
  readonly own: readonly ScreenEntry[]
  readonly urgent: UrgentEntry | undefined
  readonly links: readonly HeaderLink[]
  readonly reports: readonly ReportEntry[]
}

/** The menus for the signed-in employee, without entries whose screen is missing, hidden or forbidden. */
export function navigationFor(areas: readonly WebArea[], passes: Passes, variant: WebVariant): Navigation {
  const screens = new Map<string, Screen>(
    areas.flatMap((area) => area.screens ?? []).map((screen) => [screen.path, screen]),
  )
  // The same rule for the menu and for the entries of 'Rapportera', whose addresses may have a query.
  const shown = ({ path }: { path: string }) => {
    const [screenPath = ''] = path.split('?')
    const screen = screens.get(screenPath)
    return screen !== undefined && passes(screen.gate) && !variant.hiddenFromMenu.includes(screenPath)
  }
  const menu = areas
    .flatMap((area) => area.menu ?? [])
    .filter(shown)
    .map((entry) => ({ ...entry, load: screens.get(entry.path)!.load }))
  const reports = areas
    .flatMap((area) => area.reportEntries ?? [])
    .filter((entry) => shown(entry) && passes(entry.gate))
  return {
    menu,
    bar: menu.filter((entry): entry is BarEntry => entry.bar !== undefined).slice(0, 2),
    own: areas.flatMap((area) => area.userMenu ?? []).filter(shown),
    urgent: areas.flatMap((area) => area.urgent ?? []).find(shown),
    links: areas.flatMap((area) => area.links?.(variant) ?? []).filter((link) => passes(link.gate)),
    reports: [...reports].sort((a, b) => Number(b.tone === 'urgent') - Number(a.tone === 'urgent')),
  }
}
