import type { ComponentType } from 'react'
import type { Gate } from '#platform/contract/claims.ts'
import type { IconName } from './ui/Icon.tsx'

/** A screen below /dashboard. `load` is called when it is first opened, so that its code costs nothing before. */
export interface Screen {
  /** Path below /dashboard, without a leading slash: 'minauppdrag', 'nyheter/region/:newsId'. */
  readonly path: string
  readonly title: string
  readonly gate?: Gate
  readonly load: () => Promise<{ default: ComponentType }>
}

export interface MenuEntry {
  /** The screen's path. */
  readonly path: string
  readonly label: string
  readonly icon: IconName
}

/** A page outside the shell, such as /diagnostics or /login. */
export interface Page {
  readonly path: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** An area's door on the web side: what app/web/areas.ts lists. */
export interface WebArea {
  readonly screens?: readonly Screen[]
  readonly pages?: readonly Page[]
  readonly menu?: readonly MenuEntry[]
}
