import { expect, test } from 'vitest'
import { kindOf, titleOf } from './rules.ts'

test.each([
  ['Alkohol- och drogpolicy.pdf', 'Alkohol- och drogpolicy', 'PDF'],
  ['Krisplan_Umeå_2026.DOCX', 'Krisplan Umeå 2026', 'Word'],
  ['Intyg 2026-11-16.docx', 'Intyg 2026-11-16', 'Word'],
  ['Körtider v1.5', 'Körtider v1.5', 'Fil'],
  ['.pdf', '.pdf', 'PDF'],
  ['Läs mig', 'Läs mig', 'Fil'],
])('%s has the title %s and is of the kind %s', (fileName, title, kind) => {
  expect([titleOf(fileName), kindOf(fileName)]).toEqual([title, kind])
})
