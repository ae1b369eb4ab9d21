import type { Gate, LinkFlag } from '#platform/contract/claims.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { HeaderLink, WebArea } from '#platform/web/shell/area.ts'
import {
  boardIcon,
  documentIcon,
  graduationIcon,
  mapIcon,
  megaphoneIcon,
  peopleIcon,
  starIcon,
} from '#platform/web/ui/icons-more.ts'
import { calendarIcon, timeReportIcon, wrenchIcon } from '#platform/web/ui/icons.ts'
import { getTrainingUser } from '../calls.ts'

type Rest = Pick<HeaderLink, 'icon' | 'gate' | 'signIn'>

const link = (label: string, href: string | null, rest: Rest): HeaderLink[] => (href ? [{ label, href, ...rest }] : [])
const flag = (name: LinkFlag): Gate => ({ anyOf: [name] })

/** 'Mina länkar': each with its own flag, and only if the variant has an address for it. */
export function linksOf({ links }: Pick<WebVariant, 'links'>): HeaderLink[] {
  const workshop = links.workshopDocuments
  return [
    ...link('Tidrapport', links.timeReport, { icon: timeReportIcon, gate: flag('LinkTimereportEnabled') }),
    ...link('Förartavlan', links.departureBoard, { icon: boardIcon, gate: flag('LinkForartavlanEnabled') }),
    ...link('Policy & Rutiner', links.policy, { icon: documentIcon, gate: flag('LinkPolicyRutinerEnabled') }),
    ...link('Busskartor', links.busMaps, { icon: mapIcon, gate: flag('LinkBusskartsEnabled') }),
    ...link('Utbildningsportalen', links.trainingPortal, { icon: graduationIcon, signIn: getTrainingUser }),
    ...link('Bokning', links.booking, { icon: calendarIcon, gate: flag('LinkWebidhaEnabled') }),
    ...link('Lediga tjänster', links.jobs, { icon: peopleIcon, gate: flag('LinkLedigaTjansterEnabled') }),
    // For everybody: the law on whistleblowing requires it, and certification has no flag.
    ...link('Visselblåsning', links.whistleblower, { icon: megaphoneIcon }),
    ...link('Certifiering', links.certification, { icon: starIcon }),
    ...link('Verkstadsdokument', workshop?.href ?? null, {
      icon: wrenchIcon,
      gate: { anyOf: ['IntraSecondaryCompany'], value: workshop?.secondaryCompany ?? '' },
    }),
  ]
}

export const links: WebArea = { links: linksOf }
