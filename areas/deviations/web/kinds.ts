import { newPath } from './paths.ts'
import type { EntryIcon } from '#platform/web/ui/entry-icons.ts'
import { type ReportKind, reportKinds } from '../contract/report-kinds.ts'

/** The name of each kind in a URL, and its icon. */
const looks: Record<ReportKind, { readonly slug: string; readonly icon: EntryIcon }> = {
  'vehicle-damage': { slug: 'fordonsskada', icon: 'bus' },
  threat: { slug: 'hot-och-vald', icon: 'shield' },
  'work-environment': { slug: 'arbetsmiljo', icon: 'people' },
  'traffic-information': { slug: 'trafikinformation', icon: 'board' },
}

export interface KindLook {
  readonly kind: ReportKind
  readonly label: string
  readonly slug: string
  readonly icon: EntryIcon
}

export const kinds: readonly KindLook[] = reportKinds.map(({ kind, label }) => ({ kind, label, ...looks[kind] }))

/** The path of a kind's form, below /dashboard. */
export const formPath = (slug: string) => `${newPath}?typ=${slug}`
