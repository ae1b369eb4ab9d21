// The text of a failure is in only one file of its area, or of its part of core: a text in two files becomes two texts at the first change.
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from '@swc/core'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The calls and the properties that have the text of a failure: refusals of the server, and a screen's texts for a failed load or write. */
const refusals = /^(Refusal|ImportRefused|FeedFault|NoPicture|WrongSetting|refused|badlyFilled|absent)$/
const named = /^(failedText|required|otherwise)$/

/** The messages given to `z.string('…')` and similar calls. Excludes texts nested in an argument, and the value of `z.literal()`. */
function messagesOf({ type, callee, arguments: handed }: Node): readonly Node[] {
  const { object, property } = (callee ?? {}) as { readonly object?: Node; readonly property?: Node }
  if (type !== 'CallExpression' || object?.['value'] !== 'z' || property?.['value'] === 'literal') return []
  return (handed as readonly { readonly expression: Node }[]).map(({ expression }) => expression)
}

const saysFailure = (node: Node): boolean =>
  refusals.test(String((node['callee'] as Node | undefined)?.['value'])) ||
  // wrong['field'] = ['…'], from which a refusal is made.
  (node['type'] === 'AssignmentExpression' &&
    ((node['left'] as Node)['object'] as Node | undefined)?.['value'] === 'wrong') ||
  (node['type'] === 'KeyValueProperty' && named.test(String((node['key'] as Node)['value'])))

type Tell = (text: string, isFailure: boolean) => void

function visit(node: unknown, inFailure: boolean, tell: Tell): void {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, inFailure, tell))
  if (!isNode(node) || node['type'] === 'ImportDeclaration') return
  if (node['type'] === 'StringLiteral') tell(String(node['value']), inFailure)
  for (const { type, value } of messagesOf(node)) if (type === 'StringLiteral') tell(String(value), true)
  const inside = inFailure || saysFailure(node)
  for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value, inside, tell)
}

/** A sentence, or the beginning of one, rather than a code or a name. */
const isText = (text: string) => /^\p{Lu}.* /u.test(text)

/** The texts of failures that are in more than one file of an area, or of a part of core: 'area: text: files'. */
async function writtenTwice(sources: ReadonlyMap<string, string>): Promise<string[]> {
  const files = new Map<string, Set<string>>()
  const failures = new Set<string>()
  for (const [file, source] of sources) {
    const area = file.split('/').slice(0, 2).join('/')
    visit(await parse(source, { syntax: 'typescript', tsx: file.endsWith('x') }), false, (text, isFailure) => {
      if (!isText(text)) return
      const key = `${area}: ${text}`
      files.set(key, (files.get(key) ?? new Set()).add(file))
      if (isFailure) failures.add(key)
    })
  }
  return [...failures]
    .filter((key) => files.get(key)!.size > 1)
    .map((key) => `${key}: ${[...files.get(key)!].join(', ')}`)
}

test('the text of a failure is in one file of its area, or of its part of core', async () => {
  const sources = new Map<string, string>()
  for await (const file of glob('{areas,core}/**/*.{ts,tsx}', { cwd: root })) {
    if (!/\.test\.|-fixture\.|\/test-|\/demo\/|\/migrations\//.test(file))
      sources.set(file, await readFile(`${root}/${file}`, 'utf8'))
  }
  expect(sources.size).toBeGreaterThan(500)
  expect(await writtenTwice(sources)).toEqual([])
}, 60_000)

test('it finds one that is written twice, wherever it is', async () => {
  const text = 'Bussen finns inte'
  const planted = {
    'areas/a/contract.ts': `export const Bus = z.object({ number: z.int('${text}') })`,
    'areas/a/server/routes.ts': `throw refused({ number: ['${text}'] })`,
    'areas/b/web/List.tsx': `useCall(getBuses, undefined, { failedText: '${text}' })`,
    'areas/b/web/Block.tsx': `const text = '${text}'`,
    'areas/b/server/a.ts': `wrong['omrade'] = ['Området finns inte.']`,
    'areas/b/server/b.ts': `wrong['omrade'] = ['Området finns inte.']`,
    'core/d/contract.ts': `export const Reply = z.object({ text: z.string('Skriv ett svar.') })`,
    'core/d/web/Form.tsx': `export const Form = () => <Field error={missing ? 'Skriv ett svar.' : undefined} />`,
    'areas/c/rules.ts': `export const states = ['${text}']`,
    'areas/c/contract.ts': `export const State = z.enum(['${text}'])`,
  }
  expect(await writtenTwice(new Map(Object.entries(planted)))).toEqual([
    `areas/a: ${text}: areas/a/contract.ts, areas/a/server/routes.ts`,
    `areas/b: ${text}: areas/b/web/List.tsx, areas/b/web/Block.tsx`,
    'areas/b: Området finns inte.: areas/b/server/a.ts, areas/b/server/b.ts',
    'core/d: Skriv ett svar.: core/d/contract.ts, core/d/web/Form.tsx',
  ])
})
