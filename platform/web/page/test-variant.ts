import { linkAddresses, LinksOfVariant } from '#platform/contract/links.ts'
import type { WebVariant } from '#platform/contract/variant.ts'

const variant: WebVariant = {
  name: 'prov',
  title: 'Prov',
  companyName: null,
  signIn: { authority: 'https://provider.example', clientId: 'linjen', renewal: 'iframe' },
  timeZone: 'Europe/Stockholm',
  clock: { from: 0, before: 0, offset: 0 },
  hiddenFromMenu: [],
  switchedOff: [],
  vehicleList: true,
  links: linkAddresses(LinksOfVariant.parse({})),
  hasSchedulingSystem: false,
  crisisGuides: ['a'],
  crisisGuidesOf: { a: null },
  support: null,
  colors: { accent: '#1f5fa8' },
  version: '20260101.1',
}

/** The variant as the portal writes it into its page. */
export const variantText = JSON.stringify(variant)

/** A sign-in as the page stores it. */
export function signInText(subject: string, token = `token-of-${subject}`): string {
  const now = Date.now()
  const iat = now / 1000
  return JSON.stringify({ id_token: token, profile: { sub: subject, iat, exp: iat + 1800 }, received_at: now })
}
