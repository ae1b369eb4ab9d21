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
 * A part whose code is loaded when it is first shown. `begin` asks for what the part shows first, so that it is rendered once and not
 * with placeholders before; it never rejects.
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
   * Opens without waiting for the claims, also with an expired sign-in on this phone, while a new one is fetched in the
   * background. For what somebody may need at once; the screen must work with what it has.
   */
  readonly always?: true
  /** Also opens without a sign-in, as a separate page. */
  readonly signedOut?: true
}

/** A link to a screen, whose gate it follows. */
export interface ScreenEntry {
  /** The screen's path. */
  readonly path: string
  readonly label: string
  readonly icon: EntryIcon
}

/** One that stands on the first screen: its icon is drawn before the menus' code has come. */
export interface UrgentEntry extends Omit<ScreenEntry, 'icon'> {
  readonly icon: IconPath
}

/** A place in the menu. The order within a group is that of app/web/areas.ts. */
export interface MenuEntry extends ScreenEntry {
  readonly group: MenuGroup
  /** Also in the phone's bottom bar, under this shorter label. At most two entries of all areas. */
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
  /** A call that returns the employee's identity, for a site that accepts a sign-in: made on the click, and posted as a form. */
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
  /** A number below it, for a caller who has no time to read: 'Ring 112'. */
  readonly call?: string
}

/** A part of the dashboard. Without `load` its code is in the first load: only for what drivers open the app for. */
export type DashboardBlock = {
  readonly id: string
  /**
   * `beside`: next to the greeting. `first`: above all. `lead`, `week` and `main`: below one another, the employee's day. `side`: beside
   * them when wide. `row`: after that, what can be put away. `below`: below that, in equal columns. `end`: below all.
   */
  readonly place: 'beside' | 'first' | 'lead' | 'week' | 'main' | 'side' | 'row' | 'below' | 'end'
  readonly gate?: Gate
} & ({ readonly component: ComponentType; readonly load?: never } | { readonly load: Load; readonly component?: never })

/** Something that the phone itself has found, also without coverage. */
export interface FoundHere {
  readonly label: string
  /** A line below it. */
  readonly text: string
  /** A page of the portal, or a `tel:` link. */
  readonly href: string
}

export interface SearchProps {
  readonly onClose: () => void
}

/** The search, whose code is loaded when it is first opened. */
export type LoadSearch = () => Promise<{ default: ComponentType<SearchProps> }>

/** Something that may be new to the employee since the last visit. What has been seen on this phone: calls/seen.ts. */
export interface NewThing {
  /** Unique over all areas: 'nyhet:7'. It names the thing and holds nothing of it, since the phone keeps it. */
  readonly key: string
  /** When it came, as on the wire: a date or a wall-clock time. Null if unknown: then it is new if it was not there at an earlier visit. */
  readonly at: string | null
  /** 'Felrapport F-1120: Bedömd'. */
  readonly text: string
  /** Address of the page that shows it; that page marks it as seen. */
  readonly to: string
  /** How several of the kind are counted, and where they are: 'nyheter'. */
  readonly several?: { readonly text: string; readonly to: string }
}

/** Something that the employee has sent in, as a row. */
export interface OwnReport {
  /** 'F-1120'; empty if it has none. */
  readonly number: string
  readonly title: string
  /** When it was sent, as on the wire. */
  readonly at: string
  readonly state: ReactNode
  /** Address of the page that shows it. */
  readonly to: string
}

/** What the employee has sent in, for the home of an employee without a duty: an area's door `off-home.tsx`, loaded with that home alone. */
export interface OwnReports {
  readonly gate: Gate
  readonly fetch: () => Promise<readonly OwnReport[]>
}

/** An area's door on the web side, listed in app/web/areas.ts. Data only, so that a door costs next to nothing. */
export interface WebArea {
  readonly screens?: readonly Screen[]
  readonly pages?: readonly Page[]
  readonly menu?: readonly MenuEntry[]
  /** Entries in 'Meny', about the signed-in employee. */
  readonly userMenu?: readonly ScreenEntry[]
  /** In the header of every screen, in red. One area has it. */
  readonly urgent?: UrgentEntry
  readonly links?: (variant: WebVariant) => readonly HeaderLink[]
  readonly reportEntries?: readonly ReportEntry[]
  readonly blocks?: readonly DashboardBlock[]
  /** The search: opened by keys, from the header and from a phone's menu. One area has it. */
  readonly search?: LoadSearch
  /** What the phone finds of the area by itself, under its heading, the best first. `typed` is at least two characters. */
  readonly findsHere?: { readonly kind: string; readonly find: (typed: string) => Promise<readonly FoundHere[]> }
  /**
   * Fetches what will be needed without coverage. Called when the screen is idle, and regularly while the page is open: it
   * requests only what is due.
   */
  readonly ahead?: () => Promise<void>
  /** The duty under way or next, for forms that are prefilled from it. One area has it. */
  readonly dutyAtHand?: () => Promise<DutyAtHand | null>
  /** A hook: whether the employee has a duty under way or ahead; undefined until that is known. One area has it. */
  readonly useHasDuty?: () => boolean | undefined
  /** What may be new to the employee, asked when the dashboard has come to rest. */
  readonly newThings?: {
    readonly gate?: Gate
    readonly load: () => Promise<{ default: () => Promise<readonly NewThing[]> }>
  }
  /** Requests a new token from the provider once, silently; who/keeper.ts decides when. One area has it. */
  readonly renew?: () => Promise<Answer>
  /** 'Logga ut'; `prepared` is called when nothing prevents it any longer. One area has it. */
  readonly signOut?: (prepared?: () => Promise<void>) => Promise<void>
  /** Path of the page that resets the app, offered if nothing else can be shown. One area has it. */
  readonly resetPage?: string
  /** Prefixes of keys in local storage that belong to the phone and not to an employee: they stay at sign-in and sign-out. */
  readonly staysOnPhone?: readonly string[]
}

/** A call worth starting before React has loaded, when the page is opened at `at`. */
interface EarlyCall {
  readonly call: Pick<Call<unknown>, 'path' | 'kept'>
  readonly query?: () => Parameters
  /** Addresses of the pages that need it; by default every page. */
  readonly at?: readonly string[]
  readonly gate?: Gate
}

/** An area's second door on the web side, `web/early.ts`, for screens that are opened in a hurry. It must stay free of React. */
export interface EarlyParts {
  readonly calls?: readonly EarlyCall[]
  /** What stands beside the greeting of the start page. */
  readonly beside?: <Part>(make: Make<Part>) => Part
  /** The start page's first card, made of the answer to a call, fresh or a copy; null if it has nothing to show. One area has it. */
  readonly card?: {
    readonly call: Pick<Call<unknown>, 'path' | 'fits'>
    readonly gate?: Gate
    readonly show: <Part>(make: Make<Part>, answer: unknown, isCopy: boolean) => Part | null
  }
  /** Addresses of the pages that need what `start` begins besides its calls. */
  readonly startsAt?: readonly string[]
  readonly start?: () => void
}
