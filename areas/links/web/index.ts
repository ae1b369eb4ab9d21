import type { WebVariant } from '#platform/contract/variant.ts'
import type { HeaderLink, WebArea } from '#platform/web/area.ts'
import { busIcon, routeIcon, timeReportIcon } from '#platform/web/ui/icons.ts'

const link = (label: string, href: string | null, rest: Pick<HeaderLink, 'icon' | 'gate'>): HeaderLink[] =>
  href ? [{ label, href, external: true, ...rest }] : []

/** 'Mina länkar': each by its flag, and only where the variant has an address for it. */
function linksOf({ links }: WebVariant): HeaderLink[] {
  return [
    ...link('Tidrapport', links.timeReport, { icon: timeReportIcon, gate: { anyOf: ['LinkTimereportEnabled'] } }),
    ...link('Förartavlan', links.departureBoard, { icon: busIcon, gate: { anyOf: ['LinkForartavlanEnabled'] } }),
    ...link('Utbildningsportalen', links.trainingPortal, { icon: routeIcon }),
  ]
}

export const variants: WebArea = { links: linksOf }
