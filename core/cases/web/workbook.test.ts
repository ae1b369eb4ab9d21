import { fromBufferPromise } from 'yauzl'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { workbookOf } from './workbook.ts'

/** The files of a workbook, which is a zip. */
async function filesOf(workbook: Blob): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await workbook.arrayBuffer()))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}

const heads = ['Nummer', 'Ärende', 'Inkom', 'Avslutat']
const dangerous = ['=HYPERLINK("https://example.com";"Öppna")', '+46 90 10 00', '-1+2', '@SUM(A1)', '\tcmd', '<b>&</b>']

test('text stays text, whatever it begins with', async () => {
  const files = await filesOf(await workbookOf('Fel', [heads, ...dangerous.map((each) => ['F-1', each, '', ''])]))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toContain('<f>')
  // Every cell with text has the type of the shared texts.
  expect(sheet.match(/<c r="B\d+"[^>]* t="s">/g)).toHaveLength(dangerous.length + 1)
  const texts = files.get('xl/sharedStrings.xml') ?? ''
  expect(texts).toContain('=HYPERLINK(')
  expect(texts).toContain('&lt;b&gt;&amp;&lt;/b&gt;')
})

test('times are times, as the wall clock has them, and what is missing is an empty cell', async () => {
  const files = await filesOf(await workbookOf('Fel', [heads, ['F-1', 'Dörrar', '2026-11-21 12:00', '']]))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  // Days since 31 December 1899, and half a day.
  expect(sheet).toMatch(/<c r="C2"[^>]*><v>46347\.5<\/v>/)
  expect(sheet).not.toContain('r="D2"')
  expect(files.get('xl/styles.xml')).toContain('yyyy-mm-dd hh:mm')
})

test('what looks like a time and is none is text, and signs that a workbook may not have are left out', async () => {
  const odd = ['2026-99-99 25:61', 'Dörr\u0001\u000b\ufffe\ud800 2', 'rad\r\nrad']
  const files = await filesOf(await workbookOf('Fel', [heads, ...odd.map((each) => ['F-1', each, '', ''])]))
  const texts = files.get('xl/sharedStrings.xml') ?? ''
  expect(texts).toContain('2026-99-99 25:61')
  expect(texts).toContain('Dörr 2')
  // oxlint-disable-next-line no-control-regex -- the test looks for these characters
  expect(texts).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ufffd]/)
})
