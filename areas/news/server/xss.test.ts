import { expect, test } from 'vitest'
import { allowedElements, asWritten, safeAttribute } from '#platform/contract/rich-text.ts'
import { introOf, sanitise } from './rich-text.ts'
import { xssVectors } from './xss-vectors-fixture.ts'

/** Every tag in sanitised text: the sanitizer always writes them in the same way, so that they can be parsed like this. */
function tagsIn(html: string): { name: string; attributes: Record<string, string> }[] {
  return [...html.matchAll(/<(\/?)([^\s>/]*)([^>]*)>/g)]
    .filter(([, closing]) => !closing)
    .map(([, , name = '', rest = '']) => ({
      name,
      attributes: Object.fromEntries(
        [...rest.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }))
}

test('there are many vectors, and no two are the same', () => {
  expect(xssVectors.length).toBeGreaterThanOrEqual(300)
  expect(new Set(xssVectors).size).toBe(xssVectors.length)
})

test.each([
  ['bare', (vector: string) => vector],
  ['in a paragraph', (vector: string) => `<p>före ${vector} efter</p>`],
  ['in a table', (vector: string) => `<table><tr><td>${vector}</td></tr></table>`],
  ['in a link', (vector: string) => `<a href="https://example.se/">${vector}</a>`],
])('%s: each leaves only listed elements and attributes, and is unchanged the second time', (_where, wrap) => {
  for (const vector of xssVectors) {
    const clean = sanitise(wrap(vector))
    for (const { name, attributes } of tagsIn(clean)) {
      expect([vector, allowedElements]).toEqual([vector, expect.arrayContaining([name])])
      for (const [key, value] of Object.entries(attributes)) {
        expect([vector, key, safeAttribute(name, key, value.replaceAll('&amp;', '&'))]).not.toEqual([vector, key, null])
      }
    }
    expect([vector, sanitise(clean)]).toEqual([vector, clean])
    // The browser's policy changes nothing in what the server writes.
    expect([vector, asWritten(clean)]).toEqual([vector, clean])
    expect([vector, introOf(wrap(vector))]).toEqual([vector, expect.stringMatching(/^(<p>[^<]*<\/p>)?$/)])
  }
})

test('ordinary text survives', () => {
  const article =
    '<h2>Rubrik</h2><p>Text med <strong>fet</strong>, <em>kursiv</em> och <a href="https://example.se/a?b=c&amp;d=å#e">länk</a>.</p>' +
    '<ul><li>ett</li><li>två<ol start="3"><li>tre</li></ol></li></ul><blockquote><p>citat</p></blockquote><hr />' +
    '<table><caption>Tider</caption><thead><tr><th scope="col" colspan="2">Dag</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
    '<figure><img data-image-id="abc-1" alt="En &quot;buss&quot;" width="640" height="360" /><figcaption>Bild</figcaption></figure>' +
    '<p>1 &lt; 2 &amp; 3 &gt; 2<br />å ä ö 😀 <a href="mailto:a@b.se">post</a> <a href="tel:+46701234567">ring</a></p>'
  expect(sanitise(article)).toBe(article)
  expect(sanitise(sanitise(article))).toBe(article)
  expect(asWritten(article)).toBe(article)
  expect(sanitise('<h1>A</h1><h5>B</h5><div>C<span>D</span></div><strike>E</strike>')).toBe(
    '<h2>A</h2><h4>B</h4><div>CD</div><s>E</s>',
  )
})

test('the browser’s policy alone leaves no tag and no attribute that is not on the list', () => {
  for (const vector of [...xssVectors, xssVectors.join('')]) {
    for (const { name, attributes } of tagsIn(asWritten(vector))) {
      expect([vector, allowedElements]).toEqual([vector, expect.arrayContaining([name])])
      expect([vector, Object.keys(attributes).filter((key) => /^(on|style|src)/i.test(key))]).toEqual([vector, []])
    }
  }
})
