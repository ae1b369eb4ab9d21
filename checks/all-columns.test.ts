// A statement that selects all columns of a table fails on each open connection once a migration has added a column ("cached plan must not
// change result type"). This also stops the version before, which runs beside the new one during an upgrade (docs/decisions/0057).
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** By Kysely's builder or in SQL. Does not match a subquery, or a function such as `json_to_recordset`, whose columns are known. */
const asksForAll = /\.(?:select|returning)All\(|\breturning\s+\*|`\s*select\s+(?:\w+\.)?\*(?![^`]*\blateral\b)/

test('no statement asks for all columns of a table', async () => {
  const found: string[] = []
  let read = 0
  for await (const file of glob('{app,areas,core,identity,platform}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|-fixture\.ts$|\/(?:demo|migrations)[/.]/.test(file)) continue
    read++
    if (asksForAll.test(await readFile(join(root, file), 'utf8'))) found.push(file)
  }
  expect(found).toEqual([])
  expect(read).toBeGreaterThan(400)
})

test.each([
  "db.selectFrom('faults').selectAll().execute()",
  'sql`update faults set text = null returning *`',
  'sql`select f.* from faults f`',
])('%s is found', (source) => {
  expect(asksForAll.test(source)).toBe(true)
})
