import type { ComponentType, ReactNode } from 'react'
import type { Call } from '#platform/contract/call.ts'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { Parameters } from '../wire/address.ts'
import type { Answer } from '../who/keeper.ts'
import type { EntryIcon } from '../ui/entry-icons.ts'
import type { IconPath } from '../ui/icons.ts'
import type { Make } from '../ui/make.ts'
import type { MenuGroup } from './menu-groups.ts'

/**
 * A part of the page whose code is loaded when it is first shown. `begin` fetches its first answers, so that it is rendered once and not
 * with placeholders first. `begin` never rejects.
 */
export type Load = () => Promise<{ default: ComponentType; begin?: () => Promise<unknown> }>

/** A screen below /dashboard. `load` is called when it is first opened, so that its code costs nothing before. */
export interface Screen {
  /** Path below /dashboard, without a leading slash: 'minauppdrag', 'nyheter/region/:newsId'. */
  readonly path: string
  /** The document's title: '<title> – <the variant's title>'. */
  readonly title: string
  readonly gate?: Gate
  readonly load: Load
  /**
   * Opens without waiting for the claims, also with an expired sign-in on this phone while a new one is fetched in the background. For
   * screens that somebody may need at once. The screen must work with what it has.
   */
  readonly always?: true
  /** Also opens without a sign-in, as a separate page. */
  readonly signedOut?: true
}

/** A link to a screen. It has the screen's gate. */
export interface ScreenEntry {
  /** The screen's path. */
  readonly path: string
  readonly label: string
  readonly icon: EntryIcon
}

/** An entry on the first screen. It has its icon itself, because the menus' code has not come by then. */
export interface UrgentEntry extends Omit<ScreenEntry, 'icon'> {
  readonly icon: IconPath
}

/** A place in the menu. The order within a group is that of app/web/areas.ts. */
export interface MenuEntry extends ScreenEntry {
  readonly group: MenuGroup
  /** Set if the entry is also in the phone's bottom bar, under this shorter label. At most two entries of all areas. */
  readonly bar?: { readonly label: string; readonly icon: IconPath }
}

/** A page outside the shell, such as /diagnostics or /login. `path` without a leading slash. */
export interface Page {
  readonly path: string
  readonly title: string
  readonly load: Load
  /** Requires a sign-in: other visitors are sent to sign in and come back. */
  readonly signedIn?: boolean
}

/** A link under 'Mina länkar'. It opens outside the portal, in a new tab. */
export interface HeaderLink {
  readonly label: string
  readonly href: string
  readonly group: MenuGroup
  readonly gate?: Gate
  /**
   * A call that returns the employee's identity, for a site that accepts a sign-in. It is made on the click, and its answer is posted as a
   * form.
   */
  readonly signIn?: Call<Readonly<Record<string, string>>>
}

/** An entry of the bottom bar's 'Rapportera'. */
export interface ReportEntry {
  /** The name by which a step of a crisis guide refers to it. */
  readonly name?: string
  /** Path of the report's screen; a query may follow: 'nyavvikelse?typ=arbetsmiljo'. */
  readonly path: string
  readonly label: string
  readonly icon: EntryIcon
  readonly gate?: Gate
  /** `urgent` is first and red: 'Vid kris klicka här'. */
  readonly tone?: 'urgent'
  /** A number below the entry, for a caller who has no time to read: 'Ring 112'. */
  readonly call?: string
}

/** A part of the dashboard. Without `load` its code is in the first load: only for what drivers open the app for. */
export type DashboardBlock = {
  readonly id: string
  /**
   * `beside`: next to the greeting. `first`: above all. `lead`, `week` and `main`: below one another, the employee's day. `side`: beside
   * them on a wide screen. `row`: after that, blocks that can be dismissed. `below`: below that, in equal columns. `end`: below all.
   */
  readonly place: 'beside' | 'first' | 'lead' | 'week' | 'main' | 'side' | 'row' | 'below' | 'end'
  readonly gate?: Gate
} & ({ readonly component: ComponentType; readonly load?: never } | { readonly load: Load; readonly component?: never })

/** A search hit that the phone itself has found, also without coverage. */
export interface FoundHere {
  readonly label: string
  /** A line below the label. */
  readonly text: string
  /** A page of the portal, or a `tel:` link. */
  readonly href: string
}

export interface SearchProps {
  readonly onClose: () => void
}

/** The search, whose code is loaded when it is first opened. */
export type LoadSearch = () => Promise<{ default: ComponentType<SearchProps> }>

/** Something that may be new to the employee since the last visit. calls/seen.ts stores what has been seen on this phone. */
export interface NewThing {
  /** Unique over all areas: 'nyhet:7'. It identifies the thing without its content, since the phone keeps it. */
  readonly key: string
  /** When it came, as on the wire: a date or a wall-clock time. Null if unknown: then it is new if it was not there at an earlier visit. */
  readonly at: string | null
  /** 'Felrapport F-1120: Bedömd'. */
  readonly text: string
  /** What somebody has written in it, which is shown below the text. */
  readonly said?: string | undefined
  /** Address of the page that shows it. That page marks it as seen. */
  readonly to: string
  /** The noun for several things of this kind, and the page that lists them: 'nyheter'. */
  readonly several?: { readonly text: string; readonly to: string }
}

/** One of the employee's reports, as a row. */
export interface OwnReport {
  /** 'F-1120'. Empty if it has no number. */
  readonly number: string
  readonly title: string
  /** When it was sent, as on the wire. */
  readonly at: string
  readonly state: ReactNode
  /** Address of the page that shows it. */
  readonly to: string
}

/**
 * The employee's reports, for the home of an employee without a duty. Each area has them in `off-home.tsx`, which is loaded only with that
 * home.
 */
export interface OwnReports {
  readonly gate: Gate
  readonly fetch: () => Promise<readonly OwnReport[]>
}

/** An area's part of the page, listed in app/web/areas.ts. It contains only data, so that it costs next to nothing. */
export interface WebArea {
  readonly screens?: readonly Screen[]
  readonly pages?: readonly Page[]
  readonly menu?: readonly MenuEntry[]
  /** Entries in 'Meny' about the signed-in employee. */
  readonly userMenu?: readonly ScreenEntry[]
  /** An entry in the header of every screen, in red. One area has it. */
  readonly urgent?: UrgentEntry
  readonly links?: (variant: WebVariant) => readonly HeaderLink[]
  readonly reportEntries?: readonly ReportEntry[]
  readonly blocks?: readonly DashboardBlock[]
  /** The search. It opens by keys, from the header and from a phone's menu. One area has it. */
  readonly search?: LoadSearch
  /** The area's hits that the phone finds by itself, under their heading, the best first. `typed` has at least two characters. */
  readonly findsHere?: { readonly kind: string; readonly find: (typed: string) => Promise<readonly FoundHere[]> }
  /**
   * Fetches what the employee will need without coverage. Called when the screen is idle, and regularly while the page is open. It requests
   * only what is due.
   */
  readonly ahead?: () => Promise<void>
  /** The current or next duty, for forms that are prefilled from it. One area has it. */
  readonly dutyAtHand?: () => Promise<DutyAtHand | null>
  /** A hook: whether the employee has a current or future duty. Undefined until that is known. One area has it. */
  readonly useHasDuty?: () => boolean | undefined
  /** Things that may be new to the employee. Asked for when the start page's other content has settled. */
  readonly newThings?: {
    readonly gate?: Gate
    readonly load: () => Promise<{ default: () => Promise<readonly NewThing[]> }>
  }
  /** Asks the provider once, silently, for a new token. who/keeper.ts decides when. One area has it. */
  readonly renew?: () => Promise<Answer>
  /** Signs out. `prepared` is called when nothing prevents the sign-out any longer. One area has it. */
  readonly signOut?: (prepared?: () => Promise<void>) => Promise<void>
  /** Path of the page that resets the app. It is offered if nothing else can be shown. One area has it. */
  readonly resetPage?: string
  /** Prefixes of keys in local storage that belong to the phone and not to an employee. They stay at sign-in and sign-out. */
  readonly staysOnPhone?: readonly string[]
}

/** A call that starts before React has loaded, when the page is opened at one of the addresses in `at`. */
interface EarlyCall {
  readonly call: Pick<Call<unknown>, 'path' | 'kept'>
  readonly query?: () => Parameters
  /** Addresses of the pages that need the call. By default every page. */
  readonly at?: readonly string[]
  readonly gate?: Gate
}

/** An area's parts for screens that are opened in a hurry, `web/early.ts`. They must not import React. */
export interface EarlyParts {
  readonly calls?: readonly EarlyCall[]
  /** The element beside the greeting of the start page. */
  readonly beside?: <Part>(make: Make<Part>) => Part
  /** The start page's first card, made from the answer to a call, fresh or a copy. Null if there is nothing to show. One area has it. */
  readonly card?: {
    readonly call: Pick<Call<unknown>, 'path' | 'fits'>
    readonly gate?: Gate
    readonly show: <Part>(make: Make<Part>, answer: unknown, isCopy: boolean) => Part | null
  }
  /** Addresses of the pages that need what `start` loads in addition to the calls. */
  readonly startsAt?: readonly string[]
  readonly start?: () => void
}
