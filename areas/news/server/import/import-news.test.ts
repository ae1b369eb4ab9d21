import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportRefused } from '#platform/server/area.ts'
import { newsImport, type NewsImport } from './import-fixture.ts'
import { newsImporter } from './import-news.ts'

let own: NewsImport
beforeAll(async () => {
  own = await newsImport()
})
afterAll(() => own.close())

const run: NewsImport['run'] = (...given) => own.run(...given)
const newest: NewsImport['newest'] = (...given) => own.newest(...given)

const refusal = async (text: string | Buffer, importing?: Parameters<NewsImport['run']>[1]) =>
  (
    (await run(text, importing).then(
      () => null,
      (error: unknown) => error,
    )) as ImportRefused | null
  )?.lines

const rss = (items: string, channel = '<title>Kommunen</title>') =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel}${items}</channel></rss>`

const awkward =
  rss(`<item><title>Ny &lt;b&gt;bro&lt;/b&gt; &amp;amp; väg</title><guid>a1</guid><link>https://nyheter.example.se/2026/bro</link>
  <dc:creator>Åsa Öberg</dc:creator><pubDate>Fri, 20 Nov 2026 08:30:00 +0100</pubDate>
  <description>Kort&nbsp;sagt</description>
  <content:encoded><![CDATA[<h1>Bron</h1><p onclick="x()">Den <strong>nya</strong> bron.</p>
    <script>document.title = 'x'</script><style>p{}</style><p style="color:red">Röd?<br>Nej</p>
    <ul><li>ett<li>två</ul><table><tr><td>1<td>2</table>
    <a href="/karta">Karta</a> <a href="javascript:alert(1)">Nej</a> <a href="mailto:a@b.se">Skriv</a>
    <img src="/bilder/buss.jpg" alt="Bussen" onerror="x()" srcset="https://tracker.example/x 2x">
    <img src="https://nyheter.example.se/t.png"><img src="https://tracker.example/p.gif">
    <img src="/trasig.jpg"><img data-image-id="stulen" src="http://127.0.0.1/x.png">
    <iframe src="https://tracker.example"></iframe><svg><script>x()</script></svg>]]></content:encoded>
  <enclosure url="https://nyheter.example.se/filer/K%C3%B6rordning.pdf" type="application/pdf" length="8"/>
  <enclosure url="https://nyheter.example.se/farligt.exe" type="application/octet-stream" length="8"/>
  </item>`)

test('a source is named for monitoring by its channel and address, without a password or a key', () => {
  const fetchesNothing = () => Promise.reject(new Error('nothing is fetched'))
  const importer = newsImporter({ resolve: fetchesNothing, connect: fetchesNothing })
  const named = (source: string, to?: string) =>
    importer.nameOf?.({ company: 'norr', dryRun: false, source, options: to === undefined ? {} : { to } })
  expect(named('https://editor:hemlig@www.example.se/feed/?key=hemlig', 'koncern')).toBe('koncern www.example.se/feed/')
  expect(named('/tmp/nyheter.xml', 'region:Umeå')).toBe('region:Umeå')
  expect(named('https://www.example.se/feed/')).toBeNull()
})

describe('an RSS feed with unusual HTML', () => {
  test('is imported sanitised, with its pictures and files in the portal’s own store', async () => {
    const printed = await run(awkward)
    const [item] = await newest('marika')
    expect(item).toMatchObject({
      title: 'Ny bro & väg',
      introText: '<p>Kort sagt</p>',
      publishedDate: '2026-11-20T08:30:00',
      authorName: 'Åsa Öberg',
      newsAttachments: [{ fileName: 'Körordning.pdf', fileExtension: 'pdf' }],
    })
    const { bodyText = '' } = item ?? {}
    expect(bodyText).toContain('<h2>Bron</h2><p>Den <strong>nya</strong> bron.</p>')
    expect(bodyText).toContain('<p>Röd?<br />Nej</p>')
    expect(bodyText).toContain(
      '<a href="https://nyheter.example.se/karta">Karta</a> <a>Nej</a> <a href="mailto:a@b.se">Skriv</a>',
    )
    expect(bodyText).toContain('<td>1</td><td>2</td>')
    expect(bodyText.match(/<img[^>]*>/g)).toEqual([
      expect.stringMatching(/^<img data-image-id="[\w-]{43}" alt="Bussen" width="300" height="200" \/>$/),
    ])
    expect(bodyText).not.toMatch(/tracker|script|onclick|style|iframe|svg|stulen|127\.0/)
    expect(own.site.asked.toSorted()).toEqual([
      'https://nyheter.example.se/bilder/buss.jpg',
      'https://nyheter.example.se/filer/K%C3%B6rordning.pdf',
      'https://nyheter.example.se/t.png',
      'https://nyheter.example.se/trasig.jpg',
    ])
    expect(printed.at(-1)).toBe('Klart: 1 nyhet inlagd, med 1 bild och 1 bilaga. Utelämnade bilder och filer: 5.')
    const imageId = /data-image-id="([^"]+)"/.exec(bodyText)?.[1]
    const { result } = (await own.portal.send('marika', 'GET', `/api/nyheter/getimage/${imageId}`)).body
    expect(await sharp(Buffer.from(result.data, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 300 })
  })

  test('changes nothing the second time, and a changed item replaces its old version', async () => {
    const [before] = await newest('marika')
    expect(await run(awkward)).toContain('Skillnad: 0 nya, 0 ändrade, 1 oförändrad.')
    expect((await newest('marika'))[0]).toEqual(before)
    const changed = awkward.replace('Den <strong>nya</strong> bron.', 'Bron är klar.')
    expect(await run(changed, { dryRun: true })).toContain('Skillnad: 0 nya, 1 ändrad, 0 oförändrade.')
    expect((await newest('marika'))[0]).toEqual(before)
    await run(changed)
    const [after] = await newest('marika')
    expect(after?.id).toBe(before?.id)
    expect(after?.bodyText).toContain('Bron är klar.')
  })

  test('can be read by another company only if imported for the group', async () => {
    await run(rss('<item><title>Till alla</title><guid>k1</guid><description>Hej</description></item>'), {
      to: 'koncern',
    })
    for (const userName of ['anna', 'gunilla', 'ida', 'jonas'])
      expect((await newest(userName, 'getkoncern'))[0]?.title).toBe('Till alla')
    expect((await newest('anna'))[0]?.title).not.toBe('Ny bro & väg')
  })
})

test('a picture that could not be reached is imported the next time', async () => {
  const feed = rss(
    '<item><title>Senare</title><guid>s1</guid><description>&lt;img src="https://nyheter.example.se/sen.jpg"&gt;Text</description></item>',
  )
  own.site.down = true
  await run(feed)
  own.site.down = false
  own.site.served.set('https://nyheter.example.se/sen.jpg', { body: own.jpeg, type: 'image/jpeg' })
  expect(await run(feed)).toContain('Skillnad: 0 nya, 1 ändrad, 0 oförändrade.')
  expect((await newest('marika')).find(({ title }) => title === 'Senare')?.bodyText).toContain('data-image-id')
})

test('items of two feeds with the same ids stay separate', async () => {
  const feed = (site: string, more = '') =>
    rss(`<item><title>Från ${site}</title><guid>4711</guid>${more}</item>`, `<link>https://${site}.example.se</link>`)
  await run(feed('kommunen'))
  expect(await run(feed('facket'))).toContain('Skillnad: 1 ny, 0 ändrade, 0 oförändrade.')
  expect(await run(feed('kommunen', '<description>Ändrad</description>'))).toContain(
    'Skillnad: 0 nya, 1 ändrad, 0 oförändrade.',
  )
  const titles = (await newest('marika')).map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['Från kommunen', 'Från facket']))
})

test('Atom: text, HTML and XHTML, in the encoding that the file names', async () => {
  const atom = `<?xml version="1.0" encoding="ISO-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Flöde</title>
    <entry><id>urn:1</id><title type="html">&lt;i&gt;Ängö&lt;/i&gt;</title><updated>2026-11-21T05:00:00Z</updated>
      <author><name>Örjan</name></author><link href="https://nyheter.example.se/1"/>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2 <em>ja</em></p><script>x()</script></div></content></entry>
    <entry><id>urn:2</id><title>A &lt;b&gt; C</title><published>2026-11-21T06:00:00Z</published>
      <summary>Bara &lt;script&gt;text&lt;/script&gt;</summary></entry></feed>`
  await run(Buffer.from(atom, 'latin1'))
  const found = await newest('marika')
  const first = found.find(({ authorName }) => authorName === 'Örjan')
  const second = found.find(({ authorName }) => authorName === 'Flöde')
  expect(first).toMatchObject({
    title: 'Ängö',
    authorName: 'Örjan',
    publishedDate: '2026-11-21T06:00:00',
    bodyText: '<div><p>1 &lt; 2 <em>ja</em></p></div>',
  })
  expect(second).toMatchObject({
    title: 'A <b> C',
    bodyText: 'Bara &lt;script&gt;text&lt;/script&gt;',
  })
})

test.each([
  ['the same date', '<pubDate>Sat, 21 Nov 2026 11:59:00 CET</pubDate>'],
  ['no date', ''],
])('items with %s are listed as in the feed, whose newest is first', async (what, date) => {
  const titles = ['nyast', 'mellan', 'äldst'].map((age) => `${age}, ${what}`)
  const items = titles.map((title) => `<item><title>${title}</title><guid>${title}</guid>${date}</item>`)
  const feed = rss(items.join(''))
  const undated = '3 nyheter har inget datum som går att läsa och dateras nu.'
  const difference = 'Skillnad: 3 nya, 0 ändrade, 0 oförändrade.'
  for (const dryRun of [true, false]) {
    const [, ...printed] = await run(feed, { dryRun, to: 'koncern' })
    expect(printed.slice(0, date ? 1 : 2)).toEqual(date ? [difference] : [undated, difference])
  }
  const listed = (await newest('marika', 'getkoncern')).map(({ title }) => title)
  expect(listed.filter((title) => titles.includes(title))).toEqual(titles)
  // They keep the date that they have got.
  expect(await run(feed, { to: 'koncern' })).not.toContain(undated)
})

test('so are those of Atom', async () => {
  const titles = ['Atom, nyast', 'Atom, äldst']
  const entries = titles.map((title) => `<entry><id>urn:${encodeURI(title)}</id><title>${title}</title></entry>`)
  await run(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Flöde</title>${entries.join('')}</feed>`)
  const listed = (await newest('marika')).map(({ title }) => title)
  expect(listed.filter((title) => titles.includes(title))).toEqual(titles)
})

test.each([
  ['no date', ''],
  ['a date ahead', '<pubDate>Mon, 01 Jan 2035 00:00:00 GMT</pubDate>'],
])('an item with %s is published now, and keeps that time when it changes', async (title, date) => {
  const feed = (text: string) =>
    rss(`<item><title>${title}</title><guid>${title}</guid>${date}<description>${text}</description></item>`)
  const item = async () => (await newest('marika')).find((one) => one.title === title)
  await run(feed('x'))
  expect((await item())?.publishedDate).toBe('2026-11-21T12:00:00')
  const { now } = own.portal.clock
  own.portal.clock.now = new Date(now.getTime() + 3_600_000)
  await run(feed('y'))
  own.portal.clock.now = now
  expect(await item()).toMatchObject({ publishedDate: '2026-11-21T12:00:00', bodyText: 'y' })
})

const isPage = /^feed\.xml: det är en webbsida, kanske en inloggning, och inget nyhetsflöde$/

test.each([
  ['no XML', 'hej', /^feed\.xml: rad 1, tecken 3: det är inte riktig XML \(text data outside of root node\)$/],
  ['a page', '<html><body>x</body></html>', isPage],
  ['a page with its type', '\n<!doctype html>\n<html><meta charset="utf-8"><form>', isPage],
  [
    'a page of XHTML',
    '<?xml version="1.0"?><!-- x --><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>',
    isPage,
  ],
  ['broken XML', rss('<item><title>x</item>'), /rad 1/],
  [
    'an entity of its own',
    `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('<item><title>&x;</title></item>')}`,
    /rad 1/,
  ],
  [
    'a bomb',
    `<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss version="2.0"><channel>&b;</channel></rss>`,
    /DOCTYPE/,
  ],
  ['deep nesting', rss(`<item>${'<a>'.repeat(5000)}`), /djupt/],
  ['the wrong encoding', Buffer.from(rss('<item><title>å</title></item>'), 'latin1'), /utf-8/i],
  ['an unknown encoding', '<?xml version="1.0" encoding="x-finns-inte"?><rss/>', /x-finns-inte/],
])('%s is refused entirely', async (_what, text, reason) => {
  const before = await newest('marika')
  expect((await refusal(text))?.[0]).toMatch(reason)
  expect(await newest('marika')).toEqual(before)
})

test('requests no address that is not on the company’s list', async () => {
  own.site.asked.length = 0
  for (const source of [
    'http://127.0.0.1:8080/feed',
    'https://elsewhere.example/feed',
    'http://[::1]/',
    'http://2130706433/',
  ])
    expect((await refusal('', { source }))?.[0]).toMatch(/kunde inte hämtas/)
  expect(
    (await refusal('', { source: 'https://nyheter.example.se/feed', company: 'vast', to: 'koncern' }))?.[0],
  ).toMatch(/lista/)
  expect(own.site.asked).toEqual([])
  own.site.served.set('https://nyheter.example.se/feed', {
    body: Buffer.from(rss('<item><title>Hämtad</title><guid>h</guid></item>')),
    type: '',
  })
  await run('', { source: 'https://nyheter.example.se/feed' })
  expect((await newest('marika')).map(({ title }) => title)).toContain('Hämtad')
})

test('relative picture addresses of a fetched feed are resolved against its address', async () => {
  const source = 'https://nyheter.example.se/flode/alla.xml'
  const picture = '&lt;img src="../bilder/buss.jpg"&gt;Text'
  own.site.served.set(source, {
    body: Buffer.from(rss(`<item><title>Relativ</title><guid>r</guid><description>${picture}</description></item>`)),
    type: '',
  })
  await run('', { source })
  expect((await newest('marika')).find(({ title }) => title === 'Relativ')?.bodyText).toContain('data-image-id')
})

test('says which channels there are', async () => {
  expect((await refusal('', { to: '' }))?.[0]).toMatch(/--to region/)
  expect(await refusal('', { to: 'region:Atlantis' })).toEqual([
    'norr har inget område som heter Atlantis.',
    expect.stringMatching(/Skellefteå.*Umeå/),
  ])
  await sql`
    with left_ as (
      insert into employees (company, number, user_name, first_name, last_name, active)
      values ('norr', 'T1', 'tidigare', 'Tidigare', 'Anställd', false) returning id)
    insert into employee_claims (employee_id, type, value) select id, 'IntraCompanyArea', 'Nedlagda' from left_`.execute(
    own.portal.db,
  )
  const [why, areas] = (await refusal('', { to: 'region:Nedlagda' })) ?? []
  expect([why, areas]).toEqual(['norr har inget område som heter Nedlagda.', expect.not.stringContaining('Nedlagda')])
  expect((await refusal('', { company: 'atlantis' }))?.[0]).toMatch(/inget bolag som heter/)
  expect((await refusal('', { source: join(own.folder, 'finns-inte.xml') }))?.[0]).toMatch(/finns inte/)
})

test('what an item has of its pictures stays until more of them can be had', async () => {
  const addresses = ['ett', 'två', 'tre'].map((name) => new URL(`https://nyheter.example.se/${name}.jpg`).href)
  for (const address of addresses) own.site.served.set(address, { body: own.jpeg, type: 'image/jpeg' })
  const feed = rss(
    `<item><title>Bilderna</title><guid>b3</guid><description>${addresses.map((address) => `&lt;img src="${address}"&gt;`).join('')}</description></item>`,
  )
  const pictures = async () =>
    (await newest('marika')).find(({ title }) => title === 'Bilderna')?.bodyText.match(/data-image-id/g)?.length ?? 0
  const silence = (...places: number[]) => {
    own.site.silent.clear()
    for (const place of places) own.site.silent.add(addresses[place]!)
  }
  silence(2)
  await run(feed)
  expect(await pictures()).toBe(2)
  silence(0, 1, 2)
  expect((await run(feed)).at(-1)).toContain('Klart: 0 nyheter inlagda')
  expect(await pictures()).toBe(2)
  silence()
  expect((await run(feed)).at(-1)).toContain('Klart: 1 nyhet inlagd, med 3 bilder')
  expect(await pictures()).toBe(3)
  expect((await run(feed)).at(-1)).toContain('Klart: 0 nyheter inlagda')
})

test('a server that answers nothing is left alone for the rest of the import', async () => {
  const items = Array.from({ length: 8 }, (_, n) => {
    own.site.silent.add(`https://nyheter.example.se/tyst-${n}.jpg`)
    return `<item><title>Tyst ${n}</title><guid>tyst-${n}</guid><pubDate>Mon, 02 Nov 2020 06:00:00 GMT</pubDate><description>&lt;img src="https://nyheter.example.se/tyst-${n}.jpg"&gt;</description></item>`
  })
  own.site.asked.length = 0
  await run(rss(items.join('')))
  expect(own.site.asked).toHaveLength(3)
  own.site.silent.clear()
  for (const address of [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `https://nyheter.example.se/tyst-${n}.jpg`))
    own.site.served.set(address, { body: own.jpeg, type: 'image/jpeg' })
  expect((await run(rss(items.join('')))).at(-1)).toContain('med 8 bilder')
})
