import * as z from 'zod/mini'

const webAddress = z.url({ protocol: /^https?$/ })

/** A path such as `Client/Tidrapport/`, below the variant's documents base address. It has no scheme and cannot leave that base. */
const documentPath = z
  .string()
  .check(
    z.regex(
      /^(?!.*\.\.)[^/:?#\s][^:?#\s]*$/,
      'must be an address (https://…) or a path below links.documents such as Client/Tidrapport/',
    ),
  )

/** An address, or a path below `documents`. If null or absent, the link is not shown. */
const link = z._default(z.nullable(z.union([webAddress, documentPath])), null)

const linkNames = [
  'timeReport',
  'departureBoard',
  'policy',
  'busMaps',
  'trainingPortal',
  'booking',
  'jobs',
  'whistleblower',
  'certification',
  'workOrders',
] as const
type LinkName = (typeof linkNames)[number]

/** Where a variant's links lead. */
export const LinksOfVariant = z
  .strictObject({
    /** The documents base address, which the paths below are appended to. */
    documents: z._default(
      z.nullable(webAddress.check(z.regex(/^[^?#]*$/, 'must have neither query nor fragment'))),
      null,
    ),
    timeReport: link,
    departureBoard: link,
    policy: link,
    busMaps: link,
    /** Receives the employee's sign-in as a form post: see docs/reference-companies.md. */
    trainingPortal: z._default(z.nullable(webAddress), null),
    booking: link,
    jobs: link,
    whistleblower: link,
    certification: link,
    /** Only for employees whose claim IntraSecondaryCompany names the workshop. */
    workshopDocuments: z._default(
      z.nullable(z.strictObject({ to: z.union([webAddress, documentPath]), secondaryCompany: z.string() })),
      null,
    ),
    /** 'Körorder' on the assignments page. */
    workOrders: link,
  })
  .check(
    z.refine(({ documents, workshopDocuments, ...links }) => {
      const used = [workshopDocuments?.to, ...linkNames.map((name) => links[name])]
      return documents !== null || used.every((to) => !to || isAddress(to))
    }, 'a path needs an address in links.documents'),
  )
export type LinksOfVariant = z.infer<typeof LinksOfVariant>

/** The links as the page receives them: every path has been made into an address. */
export type LinkAddresses = { readonly [name in LinkName]: string | null } & {
  readonly workshopDocuments: { readonly href: string; readonly secondaryCompany: string } | null
}

export function linkAddresses(links: LinksOfVariant): LinkAddresses {
  const resolve = (to: string) =>
    isAddress(to) || links.documents === null ? to : `${links.documents.replace(/\/+$/, '')}/${to}`
  const named = Object.fromEntries(
    linkNames.map((name) => {
      const to = links[name]
      return [name, to === null ? null : resolve(to)]
    }),
  ) as Record<LinkName, string | null>
  const workshop = links.workshopDocuments
  return {
    ...named,
    workshopDocuments: workshop && { href: resolve(workshop.to), secondaryCompany: workshop.secondaryCompany },
  }
}

const isAddress = (to: string) => /^https?:\/\//.test(to)
