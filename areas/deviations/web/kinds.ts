import { newPath } from './paths.ts'
import { busIcon, type IconPath } from '#platform/web/ui/icons.ts'
import { boardIcon, peopleIcon, shieldIcon } from '#platform/web/ui/icons-more.ts'
import { type ReportKind, reportKinds } from '../contract/report-kinds.ts'

/** The name of each kind in a URL, and its icon. */
const looks: Record<ReportKind, { readonly slug: string; readonly icon: IconPath }> = {
  'vehicle-damage': { slug: 'fordonsskada', icon: busIcon },
  threat: { slug: 'hot-och-vald', icon: shieldIcon },
  'work-environment': { slug: 'arbetsmiljo', icon: peopleIcon },
  'traffic-information': { slug: 'trafikinformation', icon: boardIcon },
}

export interface KindLook {
  readonly kind: ReportKind
  readonly label: string
  readonly slug: string
  readonly icon: IconPath
}

export const kinds: readonly KindLook[] = reportKinds.map(({ kind, label }) => ({ kind, label, ...looks[kind] }))

/** The path of a kind's form, below /dashboard. */
export const formPath = (slug: string) => `${newPath}?typ=${slug}`
