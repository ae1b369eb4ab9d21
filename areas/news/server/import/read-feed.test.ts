import { describe, expect, test } from 'vitest'
import { readFeed as readFeedIn } from './read-feed.ts'

const readFeed = (bytes: Buffer, address: string | null) => readFeedIn(bytes, address, 'Europe/Stockholm')

const rss = (items: string, channel = '') =>
  Buffer.from(
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel}${items}</channel></rss>`,
  )
const feed = (inner: string, attributes = '') =>
  Buffer.from(`<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${inner}</feed>`)
const wxr = (items: string, channel = '') =>
  Buffer.from(
    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${channel}${items}</channel></rss>`,
  )
const post = (inner: string) =>
  `<item><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${inner}</item>`
const atom = (inner: string, attributes = '') => feed(`<entry>${inner}</entry>`, attributes)

describe('an author', () => {
  const author = (text: string) => readFeed(rss(`<item><author>${text}</author></item>`), null).items[0]?.author
  test.each([
    ['a@b.se (Anna Ek)', 'Anna Ek'],
    ['a@b.se(Anna Ek)', 'Anna Ek'],
    ['Anna Ek (a@b.se)', 'Anna Ek'],
    ['&quot;Anna Ek&quot; &lt;a@b.se&gt;', 'Anna Ek'],
    ['Anna Ek, mailto:a@b.se', 'Anna Ek'],
    ['Anna Ek (Umeå)', 'Anna Ek (Umeå)'],
    ['a@b.se', ''],
    ['a@b.se ()', ''],
    ['a@b.se, c@d.se', ''],
    ['a@b.se (a@b.se)', ''],
  ])('%s is shown as “%s”', (text, shown) => expect(author(text)).toBe(shown))

  test('is never an address, wherever it is given', () => {
    const both = '<dc:creator>a@b.se</dc:creator><author>c@d.se (Anna Ek)</author>'
    expect(readFeed(rss(`<item>${both}</item>`), null).items[0]?.author).toBe('Anna Ek')
    expect(readFeed(atom('<author><name>a@b.se</name></author>'), null).items[0]?.author).toBe('')
  })
})

test('the author of a WordPress post is named as the export names the account, not by its login', () => {
  const account = (login: string, name: string) =>
    `<wp:author><wp:author_login><![CDATA[${login}]]></wp:author_login><wp:author_email>x@y.se</wp:author_email><wp:author_display_name><![CDATA[${name}]]></wp:author_display_name></wp:author>`
  const accounts = account('asaob', 'Åsa Öberg') + account('a@b.se', 'Anna Ek') + account('bo', 'b@c.se')
  const author = (login: string) =>
    readFeed(wxr(post(`<dc:creator>${login}</dc:creator>`), accounts), null).items[0]?.author
  expect(['asaob', 'a@b.se', 'bo', 'okänd', 'c@d.se'].map(author)).toEqual(['Åsa Öberg', 'Anna Ek', 'bo', 'okänd', ''])
})

test.each([
  ['Fri, 20 Nov 2026 08:30:00 +0100', '2026-11-20T07:30:00.000Z'],
  ['Fri, 20 Nov 2026 08:30:00 CET', '2026-11-20T07:30:00.000Z'],
  ['Fri, 12 Jun 2026 08:30:00 CEST', '2026-06-12T06:30:00.000Z'],
  ['Fri, 12 Jun 2026 08:30 EST', '2026-06-12T13:30:00.000Z'],
  // Without a zone: the company's.
  ['Fri, 12 Jun 2026 08:30:00', '2026-06-12T06:30:00.000Z'],
  ['Fri, 20 Nov 2026 8:30', '2026-11-20T07:30:00.000Z'],
  ['2026-06-12T08:30:00', '2026-06-12T06:30:00.000Z'],
  ['2026-06-12 08:30:00.5', '2026-06-12T06:30:00.000Z'],
  ['2026-06-12T08:30:00+01:00', '2026-06-12T07:30:00.000Z'],
  ['2026-06-12T08:30Z', '2026-06-12T08:30:00.000Z'],
  ['2026-06-12', '2026-06-12T00:00:00.000Z'],
  ['fredag', null],
  ['Fri, 12 Jun 1026 08:30:00', null],
])('a date: %s', (text, at) => {
  expect(readFeed(rss(`<item><pubDate>${text}</pubDate></item>`), null).items[0]?.published).toBe(at)
})

describe('how many', () => {
  const times = (n: number, item: string) => Array.from({ length: n }, () => item).join('')
  const attachment = '<item><wp:post_type>attachment</wp:post_type></item>'
  test('only what becomes news counts as news', () => {
    expect(readFeed(wxr(times(10_001, attachment) + post('')), null).items).toHaveLength(1)
    expect(() => readFeed(wxr(times(10_001, post(''))), null)).toThrow('fler än 10000 nyheter')
    expect(() => readFeed(rss(times(10_001, '<item/>')), null)).toThrow('fler än 10000 nyheter')
  })
  test('everything in a file has a limit too', () => {
    expect(() => readFeed(wxr(times(100_001, '<item/>')), null)).toThrow('fler än 100000 poster')
  })
})

test('pictures attached to a WordPress post come with it where its text does not have them in any size', () => {
  const attached = (file: string) =>
    `<item><wp:post_type>attachment</wp:post_type><wp:post_parent>1</wp:post_parent><wp:attachment_url>https://a.se/2026/${file}</wp:attachment_url></item>`
  const text =
    '<![CDATA[Bussar. [gallery] <a href="/2026/buss.jpg"><img src="https://a.se/2026/buss-300x200.jpg"></a><img src=/2026/bro-1024x768.PNG?x=1>]]>'
  const files = ['buss.jpg', 'bro-scaled.PNG', 'ar.jpg', 'väg-2x.webp', 'schema.pdf'].map(attached).join('')
  const { items } = readFeed(wxr(post(`<content:encoded>${text}</content:encoded>`) + files), null)
  expect(items[0]?.enclosures).toEqual([
    { url: 'https://a.se/2026/ar.jpg', type: 'image/jpg' },
    { url: 'https://a.se/2026/väg-2x.webp', type: 'image/webp' },
    { url: 'https://a.se/2026/schema.pdf', type: '' },
  ])
})

describe('addresses are relative to', () => {
  const at = 'https://a.se/feeds/all.xml'
  const site = '<link>https://a.se/news/</link>'
  test.each([
    ['the item', rss('<item><link>https://a.se/1/</link></item>', site), 'https://a.se/1/'],
    ['the item, which is relative to the channel', rss('<item><link>1</link></item>', site), 'https://a.se/news/1'],
    ['the channel', rss('<item/>', site), 'https://a.se/news/'],
    ['the channel, which is relative to the feed', rss('<item/>', '<link>/news/</link>'), 'https://a.se/news/'],
    ['the feed', rss('<item/>'), at],
    ['the channel where the item’s link is none', rss('<item><link>urn:1</link></item>', site), 'https://a.se/news/'],
    ['the entry', atom('<link href="1"/>', 'xml:base="/x/"'), 'https://a.se/x/1'],
    ['the content’s base', atom('<content xml:base="c/">x</content>', 'xml:base="/x/"'), 'https://a.se/x/c/'],
    ['the entry’s base', feed('<entry xml:base="e/"/>', 'xml:base="/x/"'), 'https://a.se/x/e/'],
    ['the base before the feed’s link', feed('<link href="/y/"/><entry/>', 'xml:base="/x/"'), 'https://a.se/x/'],
    ['the feed’s link', feed('<link rel="self" href="/z/"/><link href="/y/"/><entry/>'), 'https://a.se/y/'],
  ])('%s', (_what, text, base) => expect(readFeed(text, at).items[0]?.base).toBe(base))

  test('nothing, in a file that contains no address of its own', () => {
    expect(readFeed(rss('<item><link>/1</link></item>'), null).items[0]?.base).toBeNull()
  })
})

describe('an item is known by', () => {
  const guidOf = (item: string, channel = '<link>https://a.se/</link>', address: string | null = null) =>
    readFeed(rss(`<item>${item}</item>`, channel), address).items[0]?.guid
  test.each(['http://a.se/?p=1', 'HTTPS://a.se/1', 'urn:uuid:1', 'tag:a.se,2026:1'])('%s unchanged', (guid) =>
    expect(guidOf(`<guid>${guid}</guid>`)).toBe(guid),
  )
  test.each([
    ['4711', 'https://a.se/#4711'],
    ['nyhet:4711', 'https://a.se/#nyhet:4711'],
    ['/2026/bro', 'https://a.se/#/2026/bro'],
  ])('%s together with its feed', (guid, known) => expect(guidOf(`<guid>${guid}</guid>`)).toBe(known))

  test('the feed’s address, otherwise its title, if it has no link', () => {
    const title = '<title>Kommunen</title>'
    expect(guidOf('<guid>1</guid>', title, 'https://a.se/feed')).toBe('https://a.se/feed#1')
    expect(guidOf('<guid>1</guid>', title)).toBe('Kommunen#1')
  })

  test('its link if it has no guid, and its content if it has neither', () => {
    expect(guidOf('<link>https://a.se/1</link>')).toBe('https://a.se/1')
    expect(guidOf('<link>1</link>')).toBe('https://a.se/#1')
    expect(guidOf('<title>Bron</title>')).toMatch(/^[\da-f]{64}$/)
    expect(guidOf('<title>Bron</title>')).not.toBe(guidOf('<title>Vägen</title>'))
  })

  // What earlier versions gave them, which did not read the names of zones: what is imported already does not come again.
  test.each([
    ['08:30:00 CET', '711db86c24e220ba2f31e5b878db5765e093318f0a5aee130574a29460c1bddf'],
    ['08:30:00 +0100', 'cca5f0b29822624c1bd4926cfa47b94ccd60114c35fc6e5a78023a52413ea3b5'],
  ])('its content with its date as JavaScript reads it: %s', (time, known) => {
    const item = '<title>Bron</title><description>Bron är öppen</description>'
    expect(guidOf(`${item}<pubDate>Fri, 20 Nov 2026 ${time}</pubDate>`)).toBe(known)
  })

  test('Atom’s id, whatever its form', () => {
    expect(readFeed(atom('<id>1</id><link href="https://a.se/1"/>'), null).items[0]?.guid).toBe('1')
    expect(readFeed(atom('<link href="1"/>'), 'https://a.se/feed').items[0]?.guid).toBe('https://a.se/feed#1')
  })
})
