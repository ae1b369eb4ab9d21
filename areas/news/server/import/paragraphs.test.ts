import { expect, test } from 'vitest'
import { paragraphed } from './paragraphs.ts'

test.each([
  ['blank lines part paragraphs, single ones lines', 'Ett\r\ntvå\r\n \r\nTre', '<p>Ett<br>två</p><p>Tre</p>'],
  ['a line that is broken already is not broken twice', 'Ett<br />\ntvå', '<p>Ett<br>två</p>'],
  ['text below a heading keeps its lines', '<h2>Rubrik</h2>\nEtt\ntvå', '<h2>Rubrik</h2><p>Ett<br>två</p>'],
  ['text above one too', 'Ett\ntvå\n<h2>Rubrik</h2>', '<p>Ett<br>två</p><h2>Rubrik</h2>'],
  [
    'a table',
    '<table>\n\n<caption>Tider\n\n</caption>\n\n<thead>\n\n<tr>\n\n<th>A</th>\n\n</tr></thead><tbody><tr><td>1\n\n2</td></tr></tbody></table>\n\nSlut',
    '<table>\n\n<caption>Tider\n\n</caption>\n\n<thead>\n\n<tr>\n\n<th>A</th>\n\n</tr></thead><tbody><tr><td>1\n\n2</td></tr></tbody></table><p>Slut</p>',
  ],
  [
    'a table in a table',
    '<table><tr><td><table></table>\n\nA</td></tr></table>',
    '<table><tr><td><table></table>\n\nA</td></tr></table>',
  ],
  ['code', 'Så:\n<pre>a\n\n  b\n</pre>\nKlart', '<p>Så:</p><pre>a\n\n  b\n</pre><p>Klart</p>'],
  ['a quotation', '<blockquote>Ett\n\ntvå</blockquote>', '<blockquote><p>Ett</p><p>två</p></blockquote>'],
  ['a list', '<ul>\n\n<li>a</li>\n\n</ul>', '<ul>\n\n<li>a</li>\n\n</ul>'],
  ['written paragraphs', '<p class="x">Ett\ntvå</p>\n\n<P>tre', '<p>Ett\ntvå</p><p>tre</p>'],
  ['comments', '<!-- wp:paragraph -->\n<p>Ett</p>\n<!-- /wp:paragraph -->', '<p>Ett</p>'],
  ['what is never closed', '<table><tr><td>A\n\nB', '<table><tr><td>A\n\nB'],
  ['nothing', ' \n\n ', ''],
])('%s', (_what, content, html) =>
  expect(paragraphed(content).replaceAll(/(?<=>)\n(?=<)/g, '')).toBe(html.replaceAll(/(?<=>)\n(?=<)/g, '')),
)
