import type { WebVariant } from '#platform/contract/variant.ts'

/** As much of a company as the parts that are tested one by one read. */
const variant: Pick<WebVariant, 'name' | 'signIn' | 'timeZone' | 'switchedOff'> = {
  name: 'prov',
  signIn: { authority: 'https://provider.example', clientId: 'linjen', renewal: 'iframe' },
  timeZone: 'Europe/Stockholm',
  switchedOff: [],
}

/** What the portal writes into its page. */
export const variantText = JSON.stringify(variant)

/** A sign-in as the page stores it. */
export function signInText(subject: string, token = `token-of-${subject}`): string {
  const now = Date.now()
  const iat = now / 1000
  return JSON.stringify({ id_token: token, profile: { sub: subject, iat, exp: iat + 1800 }, received_at: now })
}
