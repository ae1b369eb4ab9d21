// Phrases that a stranger with good English has to read twice, in the comments of the sources.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** A released migration never changes. */
const released = /\/migrations\//

const root = fileURLToPath(new URL('..', import.meta.url))

/** Each is never right in a comment of this project, with what to write instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|be) told\b/, 'is notified, is sent, is asked'],
  [/\btells? (that|whether|it|them)\b/, 'shows, reports, marks'],
  [/\bfor whom (is|are|has|have)\b/, 'those who'],
  [/\b(to|for|from) who\b/, 'to those who'],
  [/\bso often\b/, 'how often'],
  [/\bstands? (in|at|there)\b/, 'is in'],
  [/\bAnswers (with|whether|what)\b/, 'Returns'],
]

/** The phrases in the comments of a file, with what to write instead. */
function phrasesIn(source: string): string[] {
  const comments = [...source.matchAll(/\/\*[^]*?\*\/|(?:^|\s)\/\/ .*$/gm)].map(([comment]) =>
    comment.replaceAll(/\s+(\* )?/g, ' '),
  )
  return comments.flatMap((comment) =>
    phrases.flatMap(([phrase, instead]) => {
      const found = phrase.exec(comment)?.[0]
      return found ? [`'${found}', rather: ${instead}`] : []
    }),
  )
}

test('comments are in plain English', () => {
  const files = globSync('{app,areas,bench,core,demo,identity,platform,prove}/**/*.{ts,tsx,css}', { cwd: root }).filter(
    // Running the page's benchmark installs packages within its folder.
    (file) => !released.test(file) && !file.includes('node_modules'),
  )
  expect(files.length).toBeGreaterThan(1000)
  expect(
    files.flatMap((file) => phrasesIn(readFileSync(`${root}/${file}`, 'utf8')).map((found) => `${file}: ${found}`)),
  ).toEqual([])
})

test('a phrase is found in each kind of comment, and not in code', () => {
  expect(phrasesIn('// Whoever is told of it reads it.\n')).toHaveLength(1)
  expect(phrasesIn('/**\n * What stands\n * in the row.\n */\n')).toHaveLength(1)
  expect(phrasesIn('/* Runs so often. */ .row { color: red }')).toHaveLength(1)
  expect(phrasesIn("const text = 'is told' // A text.\n")).toEqual([])
})
