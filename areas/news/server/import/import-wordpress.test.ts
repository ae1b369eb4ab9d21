import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsImport, type NewsImport } from './import-fixture.ts'

let own: NewsImport
beforeAll(async () => {
  own = await newsImport()
})
afterAll(() => own.close())

const run: NewsImport['run'] = (...given) => own.run(...given)
const newest: NewsImport['newest'] = (...given) => own.newest(...given)

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
  expect(await run(exported, { to: 'region:Umeå' })).toContain('Läste 1 nyhet ur Gamla intranätet.')
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

test('WordPress’ posts with a password are left out, and counted', async () => {
  const locked = '<wp:post_password><![CDATA[hemligt]]></wp:post_password><content:encoded>Hemligt</content:encoded>'
  const printed = await run(
    wxr(post(5, 'post', 'publish', locked) + post(6, 'post', 'publish', '<wp:post_password></wp:post_password>')),
    { to: 'region:Umeå' },
  )
  expect(printed).toContain('Läste 1 nyhet ur Gamla intranätet.')
  expect(printed).toContain('1 inlägg som skyddas av lösenord utelämnades.')
  const titles = (await newest('anna')).map(({ title }) => title)
  expect(titles).toContain('Post 6')
  expect(titles).not.toContain('Post 5')
})

test('WordPress’ gallery comes with its pictures, and a picture of the text only once', async () => {
  const attached = (id: number, parent: number) =>
    post(
      id,
      'attachment',
      'inherit',
      `<wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>https://nyheter.example.se/bilder/buss.jpg</wp:attachment_url>`,
    )
  own.site.served.set('https://nyheter.example.se/bilder/buss-300x200.jpg', { body: own.jpeg, type: 'image/jpeg' })
  const small = '<![CDATA[Här <img src="https://nyheter.example.se/bilder/buss-300x200.jpg">]]>'
  await run(
    wxr(
      post(7, 'post', 'publish', '<content:encoded>Bilder [gallery]</content:encoded>') +
        attached(8, 7) +
        post(9, 'post', 'publish', `<content:encoded>${small}</content:encoded>`) +
        attached(1, 9),
    ),
    { to: 'region:Umeå' },
  )
  const items = await newest('anna')
  const pictures = (id: number) => items.find(({ title }) => title === `Post ${id}`)?.bodyText.match(/data-image-id/g)
  expect([pictures(7), pictures(9)]).toEqual([['data-image-id'], ['data-image-id']])
})

test('WordPress’ posts are listed with the last of the export first, as it writes the oldest first', async () => {
  const undated = (id: number) =>
    post(id, 'post', 'publish', '').replace(/<wp:post_date_gmt>.*<\/wp:post_date_gmt>/, '')
  await run(wxr(undated(31) + undated(32)), { to: 'region:Umeå' })
  const listed = (await newest('anna')).map(({ title }) => title)
  expect(listed.indexOf('Post 32')).toBe(listed.indexOf('Post 31') - 1)
})
