// What the portal writes into its page, for tests of single parts in a real browser: there before any module reads it.
import type { WebVariant } from '#platform/contract/variant.ts'

const variant: Pick<WebVariant, 'name' | 'signIn' | 'timeZone' | 'switchedOff'> = {
  name: 'prov',
  signIn: { authority: 'https://provider.example', clientId: 'linjen', renewal: 'iframe' },
  timeZone: 'Europe/Stockholm',
  switchedOff: [],
}

const element = document.createElement('script')
element.id = 'variant'
element.type = 'application/json'
element.textContent = JSON.stringify(variant)
document.head.append(element)
