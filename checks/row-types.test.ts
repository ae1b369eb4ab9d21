// The type of a statement's rows is an assertion that the compiler does not check, so no type may be written for the rows. It must be
// derived from the select list or the tables; an inline type is allowed for a few computed values.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The row types in a source that are not `RowOf<…>`, `Pick<Selectable<…>>` or an inline object. */
const claims = (source: string) =>
  [...source.matchAll(/await sql<\s*([^`]*)>`/g)]
    .map(([, type = '']) => type)
    .filter((type) => !/^(RowOf<|Pick<\s*Selectable<|\{)/.test(type))

test('no statement asserts the type of its rows', async () => {
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

test('an assertion is found', () => {
  expect(claims('const { rows } = await sql<FaultReport>`select 1`')).toEqual(['FaultReport'])
  expect(claims('await sql<RowOf<typeof report>>`select 1`; await sql<{ n: number }>`select 2`')).toEqual([])
})
