import { expect, test } from 'vitest'
import { safeHref } from './rich-text.ts'

test.each(['https://www.example.se/a?b=c@d#e@f', 'http://example.se', 'mailto:anna@example.se', 'tel:+46701740605'])(
  '%s is a link',
  (address) => expect(safeHref(address)).toBe(address),
)

test.each([
  'https://www.bolaget.se@elsewhere.example/',
  'https://anna:hemligt@example.se/',
  'http://@example.se/',
  'https://www.bolaget.se%2f@elsewhere.example',
  'javascript:alert(1)',
  'https://exa mple.se',
  '//example.se',
])('%s is not a link', (address) => expect(safeHref(address)).toBeNull())
