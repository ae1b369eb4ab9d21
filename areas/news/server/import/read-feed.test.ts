import { describe, expect, test } from 'vitest'
import { readFeed } from './read-feed.ts'

const rss = (items: string, channel = '') =>
  Buffer.from(
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel}${items}</channel></rss>`,
  )
const feed = (inner: string, attributes = '') =>
  Buffer.from(`<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${inner}</feed>`)
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

  test('is never an address, wherever it is told', () => {
    const both = '<dc:creator>a@b.se</dc:creator><author>c@d.se (Anna Ek)</author>'
    expect(readFeed(rss(`<item>${both}</item>`), null).items[0]?.author).toBe('Anna Ek')
    expect(readFeed(atom('<author><name>a@b.se</name></author>'), null).items[0]?.author).toBe('')
  })
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

  test('nothing, in a file that names no address', () => {
    expect(readFeed(rss('<item><link>/1</link></item>'), null).items[0]?.base).toBeNull()
  })
})
