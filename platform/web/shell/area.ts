import type { ComponentType } from 'react'
import type { Call } from '#platform/contract/call.ts'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { Parameters } from '../wire/address.ts'
import type { Answer } from '../who/keeper.ts'
import type { IconPath } from '../ui/icons.ts'

/** A part whose code is fetched when it is first shown. */
export type Load = () => Promise<{ default: ComponentType }>

/** A screen below /dashboard. `load` is called when it is first opened, so that its code costs nothing before. */
export interface Screen {
  /** Path below /dashboard, without a leading slash: 'minauppdrag', 'nyheter/region/:newsId'. */
  readonly path: string
  /** The document's title: '<title> – <the variant's title>'. */
  readonly title: string
  readonly gate?: Gate
  readonly load: Load
  /**
   * Opens without waiting for the claims, and also for whose sign-in on this phone has run out, while a new one is fetched
   * behind it. For what somebody may need at once; it must do with what it has.
   */
  readonly always?: true
  /** Opens also for whom is not signed in, as a page of its own. */
  readonly signedOut?: true
}

/** A place in a menu. Its gate is its screen's; the order is that of app/web/areas.ts. */
export interface MenuEntry {
  /** The screen's path. */
  readonly path: string
  readonly label: string
  readonly icon: IconPath
  /** Also in the phone's bottom bar, under this shorter label. At most two entries of all areas. */
  readonly bar?: string
}

/** A page outside the shell, such as /diagnostics or /login. `path` without a leading slash. */
export interface Page {
  readonly path: string
  readonly title: string
  readonly load: Load
  /** Only for the signed-in: others are sent to sign in and come back. */
  readonly signedIn?: boolean
}

/** A link under 'Mina länkar'. It leaves the portal, in a tab of its own. */
export interface HeaderLink {
  readonly label: string
  readonly href: string
  readonly icon: IconPath
  readonly gate?: Gate
  /** Answers who is coming, for an address that takes a sign-in: asked at the click, and posted as a form. */
  readonly signIn?: Call<Readonly<Record<string, string>>>
}

/** What the bottom bar's 'Rapportera' offers. */
export interface ReportEntry {
  /** What a step of a crisis guide names it by. */
  readonly name?: string
  /** Path of the screen that takes the report; a query may follow: 'nyavvikelse?typ=arbetsmiljo'. */
  readonly path: string
  readonly label: string
  readonly icon: IconPath
  readonly gate?: Gate
  /** `urgent` stands first and red: 'Vid kris klicka här'. */
  readonly tone?: 'urgent'
}

/** A part of the dashboard. Without `load` its code is in the first load: only for what the driver opens the app for. */
export type DashboardBlock = {
  readonly id: string
  /**
   * `buttons`: row above the cards. `cards`: side by side when wide. `main`: full width below. `halves`: equal columns
   * when wide. `end`: below all.
   */
  readonly place: 'buttons' | 'cards' | 'main' | 'halves' | 'end'
  readonly gate?: Gate
} & ({ readonly component: ComponentType; readonly load?: never } | { readonly load: Load; readonly component?: never })

/** An area's door on the web side: what app/web/areas.ts lists. Data only, so that a door costs next to nothing. */
export interface WebArea {
  readonly screens?: readonly Screen[]
  readonly pages?: readonly Page[]
  readonly menu?: readonly MenuEntry[]
  /** In 'Meny', about whoever is signed in. */
  readonly userMenu?: readonly Omit<MenuEntry, 'bar'>[]
  readonly links?: (variant: WebVariant) => readonly HeaderLink[]
  readonly reportEntries?: readonly ReportEntry[]
  readonly blocks?: readonly DashboardBlock[]
  /**
   * Fetches what will be needed without coverage. Called when the screen has come to rest, and again and again while the page is
   * open: it asks only for what is due.
   */
  readonly ahead?: () => Promise<void>
  /** The duty under way or next, for forms that are prefilled from it. One area has it. */
  readonly dutyAtHand?: () => Promise<DutyAtHand | null>
  /** Asks the provider once for a new token, in silence; who/keeper.ts decides when. One area has it. */
  readonly renew?: () => Promise<Answer>
  /** 'Logga ut'; `prepared` is called when nothing stands in its way any longer. One area has it. */
  readonly signOut?: (prepared?: () => Promise<void>) => Promise<void>
  /** Path of the page that lets the app begin anew, offered where nothing else can be shown. One area has it. */
  readonly resetPage?: string
  /** How keys in local storage begin that belong to the phone and to nobody: they stay whoever signs in or out. */
  readonly staysOnPhone?: readonly string[]
}

/** A call worth starting before React is there, when the page is opened at `at`. */
interface EarlyCall {
  readonly call: Pick<Call<unknown>, 'path' | 'kept'>
  readonly query?: () => Parameters
  /** Addresses of pages that need it; without it every page does. */
  readonly at?: readonly string[]
  readonly gate?: Gate
}

/** A screen whose code is worth fetching before React is there, when the page is opened at `at`. */
interface EarlyScreen {
  readonly at: readonly string[]
  readonly load: () => Promise<unknown>
}

/** An area's second door on the web side, `web/early.ts`, for screens that are opened in a hurry. It must stay free of React. */
export interface EarlyParts {
  readonly calls?: readonly EarlyCall[]
  readonly screens?: readonly EarlyScreen[]
}
