import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportRefused, Platform } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { loadVariants, type Variants } from '#platform/server/variants.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import type { NewsItem } from '../../contract.ts'
import type { Web } from './fetch.ts'
import { newsImporter } from './import-news.ts'

let portal: TestPortal
let folder: string
let platform: Platform
let jpeg: Buffer
const asked: string[] = []
let down = false
const served = new Map<string, { body: Buffer; type: string }>()

/** A site that the company allows, and nothing else. */
const web: Web = {
  resolve: async (hostname) => (hostname === 'nyheter.example.se' ? ['93.184.215.14'] : ['10.0.0.1']),
  async connect({ url }) {
    if (down) throw new Error('down')
    asked.push(url.href)
    const found = served.get(url.href)
    return {
      status: found ? 200 : 404,
      headers: { 'content-type': found?.type ?? 'text/html' },
      body: (async function* () {
        if (found) yield found.body
      })(),
    }
  },
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-news-import-'))
  portal = await testPortal({ DATA_DIR: folder })
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const loaded = await loadVariants(config.variantsDir)
  const variants: Variants = {
    ...loaded,
    all: loaded.all.map((variant) =>
      variant.name === 'norr' ? { ...variant, newsSources: ['https://nyheter.example.se/'] } : variant,
    ),
  }
  platform = {
    db: portal.db,
    clock: () => portal.clock.now,
    config,
    variants,
    log: pino({ level: 'silent' }),
    version: '',
  }
  jpeg = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#147' } })
    .jpeg()
    .toBuffer()
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  served.set('https://nyheter.example.se/bilder/buss.jpg', { body: jpeg, type: 'image/jpeg' })
  served.set('https://nyheter.example.se/t.png', { body: pixel, type: 'image/png' })
  served.set('https://nyheter.example.se/filer/K%C3%B6rordning.pdf', {
    body: Buffer.from('%PDF-1.4'),
    type: 'application/pdf',
  })
  served.set('https://nyheter.example.se/trasig.jpg', { body: Buffer.from('<html>'), type: 'image/jpeg' })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

interface Importing {
  readonly to?: string | undefined
  readonly company?: string
  readonly dryRun?: boolean
  readonly source?: string
}

async function run(text: string | Buffer, importing: Importing = {}): Promise<string[]> {
  const file = join(folder, 'feed.xml')
  await writeFile(file, text)
  const told: string[] = []
  const { to = 'region:Skellefteå', company = 'norr', dryRun = false, source = file } = importing
  await newsImporter(web).run({ source, company, dryRun, options: { to } }, platform, (line) => told.push(line))
  return told
}

const refusal = async (text: string | Buffer, importing?: Importing) =>
  (
    (await run(text, importing).then(
      () => null,
      (error: unknown) => error,
    )) as ImportRefused | null
  )?.lines

const newest = async (userName: string, list = 'getregion'): Promise<NewsItem[]> =>
  (await portal.send(userName, 'GET', `/api/nyheter/${list}?page=0`)).body.result.items

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

describe('an RSS feed with awkward HTML', () => {
  test('comes in clean, with its pictures and files in the portal’s own store', async () => {
    const told = await run(awkward)
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
    expect(asked.toSorted()).toEqual([
      'https://nyheter.example.se/bilder/buss.jpg',
      'https://nyheter.example.se/filer/K%C3%B6rordning.pdf',
      'https://nyheter.example.se/t.png',
      'https://nyheter.example.se/trasig.jpg',
    ])
    expect(told.at(-1)).toBe('Klart: 1 nyheter inlagda, med 1 bilder och 1 bilagor. 5 bilder och filer utelämnades.')
    const imageId = /data-image-id="([^"]+)"/.exec(bodyText)?.[1]
    const { result } = (await portal.send('marika', 'GET', `/api/nyheter/getimage/${imageId}`)).body
    expect(await sharp(Buffer.from(result.data, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 300 })
  })

  test('changes nothing the second time, and a changed item takes its own place', async () => {
    const [before] = await newest('marika')
    expect(await run(awkward)).toContain('Skillnad: 0 nya, 0 ändrade, 1 oförändrade.')
    expect((await newest('marika'))[0]).toEqual(before)
    const changed = awkward.replace('Den <strong>nya</strong> bron.', 'Bron är klar.')
    expect(await run(changed, { dryRun: true })).toContain('Skillnad: 0 nya, 1 ändrade, 0 oförändrade.')
    expect((await newest('marika'))[0]).toEqual(before)
    await run(changed)
    const [after] = await newest('marika')
    expect(after?.id).toBe(before?.id)
    expect(after?.bodyText).toContain('Bron är klar.')
  })

  test('is another company’s to read only through the group', async () => {
    await run(rss('<item><title>Till alla</title><guid>k1</guid><description>Hej</description></item>'), {
      to: 'koncern',
    })
    for (const userName of ['anna', 'gunilla', 'ida', 'jonas'])
      expect((await newest(userName, 'getkoncern'))[0]?.title).toBe('Till alla')
    expect((await newest('anna'))[0]?.title).not.toBe('Ny bro & väg')
  })
})

test('a picture that could not be reached comes along the next time', async () => {
  const feed = rss(
    '<item><title>Senare</title><guid>s1</guid><description>&lt;img src="https://nyheter.example.se/sen.jpg"&gt;Text</description></item>',
  )
  down = true
  await run(feed)
  down = false
  served.set('https://nyheter.example.se/sen.jpg', { body: jpeg, type: 'image/jpeg' })
  expect(await run(feed)).toContain('Skillnad: 0 nya, 1 ändrade, 0 oförändrade.')
  expect((await newest('marika')).find(({ title }) => title === 'Senare')?.bodyText).toContain('data-image-id')
})

test('two feeds that number their items alike keep them apart', async () => {
  const feed = (site: string, more = '') =>
    rss(`<item><title>Från ${site}</title><guid>4711</guid>${more}</item>`, `<link>https://${site}.example.se</link>`)
  await run(feed('kommunen'))
  expect(await run(feed('facket'))).toContain('Skillnad: 1 nya, 0 ändrade, 0 oförändrade.')
  expect(await run(feed('kommunen', '<description>Ändrad</description>'))).toContain(
    'Skillnad: 0 nya, 1 ändrade, 0 oförändrade.',
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

const post = (id: number, type: string, status: string, more: string) =>
  `<item><title>Post ${id}</title><guid isPermaLink="false">https://nyheter.example.se/?p=${id}</guid><dc:creator><![CDATA[redaktionen]]></dc:creator>
  <wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>
  <wp:post_date_gmt>2026-11-2${id} 09:15:00</wp:post_date_gmt>${more}</item>`
const wxr = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8" ?><!-- WordPress eXtended RSS --><rss version="2.0"
    xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
    <channel><title>Gamla intranätet</title><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`

test('WordPress’ WXR: published posts with their paragraphs and files, nothing else', async () => {
  const exported = wxr(`
    ${post(
      1,
      'post',
      'publish',
      `<excerpt:encoded><![CDATA[Utdrag]]></excerpt:encoded><content:encoded><![CDATA[Första stycket
med radbrytning.

[caption id="x" width="300"]<img src="https://nyheter.example.se/bilder/buss.jpg" alt="B" />Bildtext[/caption]

<!-- wp:heading --><h2>Rubrik</h2><!-- /wp:heading -->
<ul><li>a</li></ul>]]></content:encoded>`,
    )}
    ${post(2, 'post', 'draft', '<content:encoded>Utkast</content:encoded>')}
    ${post(3, 'page', 'publish', '<content:encoded>Sida</content:encoded>')}
    ${post(4, 'attachment', 'inherit', '<wp:post_parent>1</wp:post_parent><wp:attachment_url>https://nyheter.example.se/filer/K%C3%B6rordning.pdf</wp:attachment_url>')}`)
  expect(await run(exported, { to: 'region:Umeå' })).toContain('Läste 1 nyheter ur Gamla intranätet.')
  const item = (await newest('anna')).find(({ title }) => title === 'Post 1')
  expect(item).toMatchObject({
    introText: '<p>Utdrag</p>',
    authorName: 'redaktionen',
    publishedDate: '2026-11-21T10:15:00',
  })
  expect(item?.newsAttachments.map(({ fileName }) => fileName)).toEqual(['Körordning.pdf'])
  expect(item?.bodyText).toMatch(
    /^<p>Första stycket<br \/>med radbrytning.<\/p>\s*<p><img data-image-id="[\w-]+" alt="B" width="300" height="200" \/>Bildtext<\/p>\s*<h2>Rubrik<\/h2>\s*<ul><li>a<\/li><\/ul>$/,
  )
})

test('WordPress’ posts behind a password stay out, and are counted', async () => {
  const locked = '<wp:post_password><![CDATA[hemligt]]></wp:post_password><content:encoded>Hemligt</content:encoded>'
  const told = await run(
    wxr(post(5, 'post', 'publish', locked) + post(6, 'post', 'publish', '<wp:post_password></wp:post_password>')),
    { to: 'region:Umeå' },
  )
  expect(told).toContain('Läste 1 nyheter ur Gamla intranätet.')
  expect(told).toContain('1 inlägg som skyddas av lösenord utelämnades.')
  const titles = (await newest('anna')).map(({ title }) => title)
  expect(titles).toContain('Post 6')
  expect(titles).not.toContain('Post 5')
})

test.each([
  ['no date', ''],
  ['a date ahead', '<pubDate>Mon, 01 Jan 2035 00:00:00 GMT</pubDate>'],
])('what has %s is published now, and stays there when it changes', async (title, date) => {
  const feed = (text: string) =>
    rss(`<item><title>${title}</title><guid>${title}</guid>${date}<description>${text}</description></item>`)
  const item = async () => (await newest('marika')).find((one) => one.title === title)
  await run(feed('x'))
  expect((await item())?.publishedDate).toBe('2026-11-21T12:00:00')
  const { now } = portal.clock
  portal.clock.now = new Date(now.getTime() + 3_600_000)
  await run(feed('y'))
  portal.clock.now = now
  expect(await item()).toMatchObject({ publishedDate: '2026-11-21T12:00:00', bodyText: 'y' })
})

test.each([
  ['no XML', 'hej', /rad 1/],
  ['a page', '<html><body>x</body></html>', /varken RSS/],
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
])('%s is refused as a whole', async (_what, text, reason) => {
  const before = await newest('marika')
  expect((await refusal(text))?.[0]).toMatch(reason)
  expect(await newest('marika')).toEqual(before)
})

test('asks nobody for an address that is not on the company’s list', async () => {
  asked.length = 0
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
  expect(asked).toEqual([])
  served.set('https://nyheter.example.se/feed', {
    body: Buffer.from(rss('<item><title>Hämtad</title><guid>h</guid></item>')),
    type: '',
  })
  await run('', { source: 'https://nyheter.example.se/feed' })
  expect((await newest('marika')).map(({ title }) => title)).toContain('Hämtad')
})

test('a fetched feed’s relative pictures are looked for where it was fetched', async () => {
  const source = 'https://nyheter.example.se/flode/alla.xml'
  const picture = '&lt;img src="../bilder/buss.jpg"&gt;Text'
  served.set(source, {
    body: Buffer.from(rss(`<item><title>Relativ</title><guid>r</guid><description>${picture}</description></item>`)),
    type: '',
  })
  await run('', { source })
  expect((await newest('marika')).find(({ title }) => title === 'Relativ')?.bodyText).toContain('data-image-id')
})

test('says where news can go', async () => {
  expect((await refusal('', { to: '' }))?.[0]).toMatch(/--to region/)
  expect(await refusal('', { to: 'region:Atlantis' })).toEqual([
    'norr har inget område som heter Atlantis.',
    expect.stringMatching(/Skellefteå.*Umeå/),
  ])
  expect((await refusal('', { company: 'atlantis' }))?.[0]).toMatch(/finns inte/)
  expect((await refusal('', { source: join(folder, 'finns-inte.xml') }))?.[0]).toMatch(/finns inte/)
})
