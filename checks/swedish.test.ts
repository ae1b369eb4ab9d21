// The rules of docs/glossary.md that can be checked automatically, for every Swedish text in the sources and the variants' files.
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from '@swc/core'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Text {
  readonly file: string
  readonly words: string
}

// Texts that the specification prescribes word for word.
const fixed = [
  'Laddar ner..',
  'Laddar ner',
  'Hämta user profile misslyckades',
  'Hämta ecodriving overview misslyckades',
  'Hämta ecodriving detail misslyckades',
  'Företaget',
  'Ange en e-postadress med formatet {email}',
]

let texts: Text[] = []
/** Templates in which a number is always followed by a plural. */
const unbending: Text[] = []

beforeAll(async () => {
  const found: Text[] = []
  const sources = glob('{app,areas,core,demo,identity,platform}/**/*.{ts,tsx}', { cwd: root })
  for await (const file of sources) {
    if (/\.test\.|-fixture\.|\/test-/.test(file)) continue
    const tsx = file.endsWith('.tsx')
    const tree = await parse(await readFile(`${root}/${file}`, 'utf8'), { syntax: 'typescript', tsx })
    visit(
      tree,
      false,
      (words) => found.push({ file, words }),
      (words) => unbending.push({ file, words }),
    )
  }
  for await (const file of glob('variants/**/*.json', { cwd: root })) {
    JSON.parse(await readFile(`${root}/${file}`, 'utf8'), (_key, value: unknown) => {
      if (typeof value === 'string') found.push({ file, words: value })
      return value
    })
  }
  texts = found
    .map(({ file, words }) => ({ file, words: words.replaceAll(/<[^<>]*>/g, ' ') }))
    .filter(({ words }) => isSwedish(words) && !fixed.includes(words))
}, 60_000)

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function visit(node: unknown, chosen: boolean, add: (words: string) => void, addPlural: (words: string) => void): void {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, chosen, add, addPlural))
  if (!isNode(node)) return
  const { type } = node
  if (type === 'ImportDeclaration' || type === 'TaggedTemplateExpression') {
    // SQL and module paths are not texts, but HTML in a tagged template is.
    const tag = node['tag'] as Node | undefined
    if (type === 'ImportDeclaration' || tag?.['value'] !== 'html') return
  }
  if (type === 'StringLiteral') add(String(node['value']))
  if (type === 'JSXText')
    add(
      String(node['value'])
        .replaceAll(/[ \n\t]+/g, ' ')
        .trim(),
    )
  if (type === 'TemplateLiteral') {
    const quasis = (node['quasis'] as readonly Node[]).map((one) => (one['cooked'] as string | undefined) ?? '')
    add(quasis.join('…').replaceAll(/[ \n\t]+/g, ' '))
    const counts = ((node['expressions'] ?? []) as readonly Node[]).map(isCount)
    const plural = quasis
      .slice(1)
      .some(
        (words, index) =>
          counts[index] && !quasis[index]?.endsWith(' av ') && /^ \p{L}+(or|ar|er|ade|da|na)\b/u.test(words),
      )
    if (plural && !chosen) addPlural(quasis.join('…'))
  }
  const choice = chosen || type === 'ConditionalExpression'
  for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value, choice, add, addPlural)
}

const isCount = (expression: Node): boolean =>
  expression['type'] === 'MemberExpression' && (expression['property'] as Node)['value'] === 'length'

const isSwedish = (words: string) =>
  /[åäöÅÄÖ]/.test(words) ||
  (/ /.test(words) && /\b(och|inte|med|att|det|som|den|din|du|till|kan|en|ett|har)\b/.test(words))

/** The texts that match `pattern`, except those that `but` allows. */
const having = (pattern: RegExp, but?: (text: Text) => boolean) =>
  texts
    .filter((text) => pattern.test(text.words) && !but?.(text))
    .map(({ file, words }) => `${file}: ${words.slice(0, 160)}`)

test('there are texts to read', () => {
  expect(texts.length).toBeGreaterThan(1500)
})

test('i dag, i går and i gång are two words', () => {
  expect(having(/\b(idag|igår|igång|imorgon|ikväll)\b/i)).toEqual([])
})

test('to download is ladda ned, except in the fixed texts', () => {
  expect(having(/ladda(r|s|t|de)? ner\b/i)).toEqual([])
})

test('quotations use ”…”', () => {
  // Field names and values in a file's own syntax are not quotations.
  expect(having(/["«»„“’‘]/, ({ words }) => /[=]|": |\{"|\["|","/.test(words))).toEqual([])
})

test('a dash is not a hyphen', () => {
  expect(having(/\p{L} - \p{L}/u)).toEqual([])
})

test('a number and its unit stay on one line', () => {
  expect(having(/(?<![\d-])\b\d{1,3} \d{3}\b(?! \d\d\b)/)).toEqual([])
  expect(having(/(\d|…) (%|km\/h|MB|kB)(?![\p{L}\d])/u)).toEqual([])
})

test('a word agrees with its number', () => {
  expect(unbending.map(({ file, words }) => `${file}: ${words}`)).toEqual([])
  expect(having(/\b1 (nya|nyheter|anställda|bilder|filer|konton|rapporter|saker)\b/)).toEqual([])
})

test('a company of the group is a bolag', () => {
  // The survey's 'Företaget' is prescribed by the specification; the others do not mean a company of the group.
  expect(
    having(
      /företag/i,
      ({ file, words }) => file.startsWith('areas/survey/') || !/(?<!\p{L})företag(?!shälso)/iu.test(words),
    ),
  ).toEqual([])
})

test('no English words', () => {
  const english =
    /(?<![\p{L}\d/._-])(login|user|error|e-?mail|settings|update|feedback|dashboard|download|upload|submit|loading|cancel|password|default|support)(?![\p{L}\d/._-])/iu
  // The specification prescribes 'kontakta support'.
  expect(having(english, ({ words }) => /kontakta support/.test(words) || /"default"/.test(words))).toEqual([])
})
