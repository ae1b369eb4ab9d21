import { describe, expect, test } from 'vitest'
import { readFeed } from './read-feed.ts'

const rss = (items: string, channel = '') =>
  Buffer.from(
    `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel}${items}</channel></rss>`,
  )
const atom = (entry: string, attributes = '') =>
  Buffer.from(`<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><entry>${entry}</entry></feed>`)

describe('an author', () => {
  const author = (text: string) => readFeed(rss(`<item><author>${text}</author></item>`)).items[0]?.author
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
    expect(readFeed(rss(`<item>${both}</item>`)).items[0]?.author).toBe('Anna Ek')
    expect(readFeed(atom('<author><name>a@b.se</name></author>')).items[0]?.author).toBe('')
  })
})
