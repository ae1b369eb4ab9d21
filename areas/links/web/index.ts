import type { Gate } from '#platform/contract/claims.ts'
import type { LinkFlag } from '#platform/contract/flags.ts'
import type { WebVariant } from '#platform/contract/variant.ts'
import type { HeaderLink, WebArea } from '#platform/web/shell/area.ts'
import { getTrainingUser } from '../calls.ts'

type Rest = Pick<HeaderLink, 'group' | 'gate' | 'signIn'>

const link = (label: string, href: string | null, rest: Rest): HeaderLink[] => (href ? [{ label, href, ...rest }] : [])
const flag = (name: LinkFlag): Gate => ({ anyOf: [name] })

/** 'Mina länkar': each with its own flag, and only if the variant has an address for it. */
export function linksOf({ links }: Pick<WebVariant, 'links'>): HeaderLink[] {
  const workshop = links.workshopDocuments
  return [
    ...link('Tidrapport', links.timeReport, {
      group: 'work',
      gate: flag('LinkTimereportEnabled'),
    }),
    ...link('Förartavlan', links.departureBoard, {
      group: 'work',
      gate: flag('LinkForartavlanEnabled'),
    }),
    ...link('Policy & Rutiner', links.policy, {
      group: 'company',
      gate: flag('LinkPolicyRutinerEnabled'),
    }),
    ...link('Busskartor', links.busMaps, { group: 'work', gate: flag('LinkBusskartsEnabled') }),
    ...link('Utbildningsportalen', links.trainingPortal, {
      group: 'company',
      signIn: getTrainingUser,
    }),
    ...link('Bokning', links.booking, { group: 'work', gate: flag('LinkWebidhaEnabled') }),
    ...link('Lediga tjänster', links.jobs, {
      group: 'company',
      gate: flag('LinkLedigaTjansterEnabled'),
    }),
    // For everybody: the law on whistleblowing requires it, and certification has no flag.
    ...link('Visselblåsning', links.whistleblower, { group: 'incidents' }),
    ...link('Certifiering', links.certification, { group: 'company' }),
    ...link('Verkstadsdokument', workshop?.href ?? null, {
      group: 'company',
      gate: { anyOf: ['IntraSecondaryCompany'], value: workshop?.secondaryCompany ?? '' },
    }),
  ]
}

export const links: WebArea = { links: linksOf }
