import { createHash } from 'node:crypto'
import { linkAddresses } from '#platform/contract/links.ts'
import { guidesOf, type Variant, type WebVariant } from '#platform/contract/variant.ts'
import { currentPeriod } from '#platform/server/clock-period.ts'
import type { EmbeddedProvider } from '#platform/server/http/provider.ts'

/**
 * Shows a link for reloading if the scripts have not come after 15 seconds. It works by style alone. Until then only the name plate is
 * shown.
 */
export const lateCss =
  '.late{margin:4px 16px;visibility:hidden;animation:late 0s 15s forwards}.late a{display:inline-block;padding:10px 0;white-space:nowrap}' +
  '@media(min-width:992px){.late{margin-inline:24px}}@keyframes late{to{visibility:visible}}'

export interface Page {
  /** The instant of the next clock change, in milliseconds. The page's clock data is valid until then. */
  readonly before: number
  readonly html: string
  readonly policy: string
}

export const callsMark = '<!--calls-->'
export const linksMark = '<!--links-->'

export function webVariant(
  variant: Variant,
  origin: string,
  { embedded, version }: { readonly embedded: EmbeddedProvider | null; readonly version: string },
): WebVariant {
  const { authority, clientId, renewal } = variant.signIn
  return {
    name: variant.name,
    title: variant.title,
    companyName: variant.company?.name ?? null,
    signIn: { authority: authority ?? embedded?.issuerOf(origin) ?? '', clientId, renewal },
    timeZone: variant.timeZone,
    clock: currentPeriod(variant.timeZone),
    hiddenFromMenu: variant.hiddenFromMenu,
    switchedOff: variant.switchedOff,
    vehicleList: variant.vehicleList,
    links: linkAddresses(variant.links),
    hasSchedulingSystem: variant.scheduling !== null,
    crisisGuides: guidesOf(variant.crisis.guides),
    crisisGuidesOf: variant.crisis.guides,
    support: variant.support,
    version,
    colors: variant.colors,
  }
}

export interface PageParts {
  /** Origins of the sign-in provider besides its issuer's. */
  readonly origins: readonly string[]
  readonly shortTitle: string
  readonly style: string
}

export function renderPage(template: string, variant: WebVariant, { origins, shortTitle, style }: PageParts): Page {
  const title = escapeHtml(variant.title)
  const html = template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(?<=<meta name="apple-mobile-web-app-title" content=")[^"]*/, () => escapeHtml(shortTitle))
    .replace(
      '<!--name-->',
      // The company's name is shown before the scripts have loaded.
      () => `<p class="name"><img src="/variant/logo.svg" alt="" width="32" height="32" />${title}</p>`,
    )
    .replace('</head>', `${linksMark}</head>`)
    .replace(
      '<!--variant-->',
      () =>
        `<style>${style}</style><script type="application/json" id="variant">${jsonInPage(variant)}</script>${callsMark}`,
    )
  const provider = [new URL(variant.signIn.authority).origin, ...origins].join(' ')
  // The training portal gets the employee's sign-in as a posted form.
  const trainingPortal = variant.links.trainingPortal ? ` ${new URL(variant.links.trainingPortal).origin}` : ''
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ${provider}`,
    "manifest-src 'self'",
    // blob: is for documents that the portal shows.
    `frame-src 'self' blob: ${provider}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${trainingPortal}`,
    "require-trusted-types-for 'script'",
    'trusted-types linjen',
  ].join('; ')
  return { html, policy, before: variant.clock.before }
}

/** '<' is escaped, so that no text can end the element that contains it. */
export const jsonInPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
