import type { Gate } from '#platform/contract/claims.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { HeaderLink, Load, MenuEntry, ReportEntry, Screen, WebArea } from './area.ts'

export type Asks = (gate: Gate | undefined) => boolean

/** A menu entry with the code of its screen, so that it can be fetched before the finger has left the glass. */
interface VisibleEntry extends MenuEntry {
  readonly load: Load
}

export interface Navigation {
  readonly menu: readonly VisibleEntry[]
  readonly bar: readonly VisibleEntry[]
  readonly links: readonly HeaderLink[]
  readonly reports: readonly ReportEntry[]
}

/** What whoever is signed in sees of all menus: nothing that leads to a screen that is missing, hidden or forbidden. */
export function navigationFor(areas: readonly WebArea[], asks: Asks, variant: WebVariant): Navigation {
  const screens = new Map<string, Screen>(
    areas.flatMap((area) => area.screens ?? []).map((screen) => [screen.path, screen]),
  )
  // One rule for the menu and for what 'Rapportera' offers, whose addresses may carry a query.
  const shown = ({ path }: { path: string }) => {
    const [screenPath = ''] = path.split('?')
    const screen = screens.get(screenPath)
    return screen !== undefined && asks(screen.gate) && !variant.hiddenFromMenu.includes(screenPath)
  }
  const menu = areas
    .flatMap((area) => area.menu ?? [])
    .filter(shown)
    .map((entry) => ({ ...entry, load: screens.get(entry.path)!.load }))
  const reports = areas.flatMap((area) => area.reportEntries ?? []).filter((entry) => shown(entry) && asks(entry.gate))
  return {
    menu,
    bar: menu.filter((entry) => entry.bar !== undefined).slice(0, 2),
    links: areas.flatMap((area) => area.links?.(variant) ?? []).filter((link) => asks(link.gate)),
    reports: [...reports].sort((a, b) => Number(b.tone === 'urgent') - Number(a.tone === 'urgent')),
  }
}
