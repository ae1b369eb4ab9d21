import { expect, test } from 'vitest'
import { makeFile } from '#core/documents/server/demo/file.ts'
import { readPdf } from '#core/documents/server/demo/test-pdf.ts'
import { certificateOf } from './certificate.ts'
import { firstAid } from './courses.ts'

test('a certificate is accessible to screen readers: titled, in Swedish, with headings and the course content as a list', async () => {
  const holder = { id: 'x', number: '31104', name: 'Anna Lindgren', place: 'Umeå', companyName: 'Linjen Norr' }
  const { fileName, paper } = certificateOf(holder, { course: firstAid, date: '2026-11-17' })
  expect(fileName).toBe('Intyg Hjärt-lungräddning 2026-11-17.pdf')
  const { title, objects, parts, text } = readPdf(await makeFile(fileName, paper))
  expect(title).toBe('Utbildningsintyg')
  for (const said of ['/StructTreeRoot', '/Lang (sv-SE)', '/DisplayDocTitle true']) {
    expect(objects).toContain(said)
  }
  expect(parts).toMatchObject({ H1: 1, H2: 2, L: 1, LI: firstAid.contents.length })
  expect(text).toContain('Anna Lindgren, anställningsnummer 31104')
})
