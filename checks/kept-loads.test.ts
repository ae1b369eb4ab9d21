// A reload that fails in the background must not remove a form that somebody is filling in (platform/web/calls/kept-load.ts).
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The parts that decide by themselves what a failed reload removes, each with its reason. */
const ownRule: readonly (readonly [file: string, because: string])[] = [
  ['areas/profile/web/ProfileScreen.tsx', 'an open form stays; the details are emptied like a list'],
  ['platform/web/calls/Loaded.tsx', 'empties a list; what is written in goes through keptLoad'],
  ['platform/web/shell/Shell.tsx', 'remembered claims are used'],
]

/** What is rendered within a Loaded, with the load it is given. */
const loaded = /<Loaded\b[^]*?\bof=\{(?<of>[^}]*)\}[^]*?<\/Loaded>/g
/** The names of what somebody writes in. */
const writtenIn = /<(?<part>\w*(?:Form|Fields?|Area|Editor|Shared))\b/

/** What is wrong in a screen's source. */
function wrongIn(file: string, source: string): string[] {
  const handWritten =
    /<Failed\b/.test(source) && /\bisError\b/.test(source) && !ownRule.some(([own]) => own === file)
      ? ['decides by isError: failureOf() or Loaded']
      : []
  const emptied = [...source.matchAll(loaded)].flatMap(({ 0: text, groups }) => {
    const part = writtenIn.exec(text)?.groups?.['part']
    const of = groups?.['of'] ?? ''
    const keeps = of.startsWith('keptLoad(') || new RegExp(`\\{ of(: ${of})?\\b[^}]*\\} = keptLoad\\(`).test(source)
    return part && !keeps ? [`${part} is removed when a reload fails: keptLoad(${of})`] : []
  })
  return [...handWritten, ...emptied].map((wrong) => `${file}: ${wrong}`)
}

test('a form stays when what it was made of cannot be loaded again', () => {
  const files = globSync('{areas,core,platform}/**/web/**/*.tsx', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => wrongIn(file, readFileSync(`${root}/${file}`, 'utf8')))).toEqual([])
  expect(ownRule.filter(([file]) => !files.includes(file))).toEqual([])
})

test('both mistakes are found', () => {
  expect(wrongIn('A.tsx', 'if (load.isError && !load.isFetching) return <Failed />')).toHaveLength(1)
  expect(wrongIn('A.tsx', '<Loaded of={load}>{(all) => <FaultForm all={all} />}</Loaded>')).toHaveLength(1)
  expect(wrongIn('A.tsx', '<Loaded of={load}>{(all) => <List all={all} />}</Loaded>')).toEqual([])
  expect(wrongIn('A.tsx', '<Loaded of={keptLoad(load).of}>{() => <FaultForm />}</Loaded>')).toEqual([])
  expect(wrongIn('A.tsx', 'const { of, failed } = keptLoad(load)\n<Loaded of={of}><FaultForm /></Loaded>')).toEqual([])
})
