// The type of a statement's rows is a claim that the compiler believes: none may name what a statement is supposed to return. What is
// selected says it, or the tables; a few figures may be named in place.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The claims in a source that are neither `RowOf<…>`, `Pick<Selectable<…>>` nor an object in place. */
const claims = (source: string) =>
  [...source.matchAll(/await sql<\s*([^`]*)>`/g)]
    .map(([, type = '']) => type)
    .filter((type) => !/^(RowOf<|Pick<\s*Selectable<|\{)/.test(type))

test('no statement claims what its rows are', async () => {
  const found: string[] = []
  let statements = 0
  for await (const file of glob('{areas,core,identity,platform}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|-fixture\.ts$|\/demo[/.]/.test(file)) continue
    const source = await readFile(join(root, file), 'utf8')
    statements += source.match(/await sql<\s*RowOf</g)?.length ?? 0
    for (const type of claims(source)) found.push(`${file}: sql<${type}>`)
  }
  expect(found).toEqual([])
  expect(statements).toBeGreaterThan(20)
})

test('a claim is found', () => {
  expect(claims('const { rows } = await sql<FaultReport>`select 1`')).toEqual(['FaultReport'])
  expect(claims('await sql<RowOf<typeof report>>`select 1`; await sql<{ n: number }>`select 2`')).toEqual([])
})
