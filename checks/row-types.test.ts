// The type of a statement's rows is an assertion that the compiler does not check, so no type may be written for the rows. It must be
// derived from the select list or the tables; an inline type is allowed where every field is computed, such as a count.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, type TaggedTemplateExpression, type TsType } from '@swc/core'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A SQL statement whose source asserts the type of its rows. */
interface Statement {
  readonly type: TsType
  /** With `$` for each value. */
  readonly text: string
}

/** Whether the expression before the dot is executed or compiled. */
function runs(node: object): boolean {
  const { property } = node as { readonly property?: { readonly value?: unknown } }
  return property?.value === 'execute' || property?.value === 'compile'
}

async function statementsIn(source: string): Promise<readonly Statement[]> {
  const found: Statement[] = []
  const visit = (node: object, isRun = false): void => {
    const { type } = node as { readonly type?: string }
    if (type === 'TaggedTemplateExpression') {
      const { tag, typeParameters, template } = node as TaggedTemplateExpression
      const text = template.quasis.map(({ raw }) => raw).join('$')
      const [rows] = typeParameters?.params ?? []
      // An expression within a statement has a type too, but it is the type of a value, not of rows.
      if (tag.type === 'Identifier' && tag.value === 'sql' && rows && (isRun || /^\s*(?:select|with)\s/.test(text)))
        found.push({ type: rows, text })
    }
    for (const [name, child] of Object.entries(node) as [string, unknown][])
      if (child !== null && typeof child === 'object' && name !== 'span') visit(child, name === 'object' && runs(node))
  }
  visit(await parse(source, { syntax: 'typescript' }))
  return found
}

/** `RowOf<…>`, `Pick<Selectable<…>, …>`, several of them, or `InferResult<…>[number]` of a query by Kysely's builder. */
function isDerived(type: TsType): boolean {
  if (type.type === 'TsIntersectionType') return type.types.every(isDerived)
  if (type.type === 'TsIndexedAccessType')
    return type.objectType.type === 'TsTypeReference' && isNamed(type.objectType, 'InferResult')
  if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') return false
  const { value } = type.typeName
  const [of] = type.typeParams?.params ?? []
  return value === 'RowOf' || (value === 'Pick' && of?.type === 'TsTypeReference' && isNamed(of, 'Selectable'))
}

const isNamed = (type: Extract<TsType, { type: 'TsTypeReference' }>, name: string) =>
  type.typeName.type === 'Identifier' && type.typeName.value === name

/** The text outside all parentheses. Each group in parentheses becomes `()`. */
function outermost(text: string): string {
  const inner = text.replaceAll(/'[^']*'/g, "''").replaceAll(/\((?:[^()]|\(\))+\)/g, '()')
  return inner === text ? text : outermost(inner)
}

/** The columns that a statement selects or returns as they are. */
function plainColumnsOf(text: string): string[] {
  const statement = outermost(text)
  const lists = [
    ...statement.matchAll(/\bselect\s+(?:distinct\s+)?(.+?)(?=\sfrom\s|$)/gs),
    ...statement.matchAll(/\breturning\s+(.+?)(?=\)|$)/gs),
  ]
  return lists
    .flatMap(([, list = '']) => list.split(','))
    .map((item) => item.trim())
    .filter((item) => /^(?:\w+\.)?(?:[a-z]\w*|\*)(?:\s+as\s+"?\w+"?)?$/i.test(item))
}

/** What the statements assert about their rows although it can be derived. */
const claimsIn = (statements: readonly Statement[]) =>
  statements.flatMap(({ type, text }) => {
    if (isDerived(type)) return []
    return type.type === 'TsTypeLiteral' ? plainColumnsOf(text) : [`a type of its own: ${text.trim()}`]
  })
const claims = async (source: string) => claimsIn(await statementsIn(source))

test('no statement asserts what the compiler can derive', async () => {
  const found: string[] = []
  let derived = 0
  for await (const file of glob('{areas,core,identity,platform}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|-fixture\.ts$|\/demo[/.]/.test(file)) continue
    const source = await readFile(join(root, file), 'utf8')
    if (!source.includes('sql<')) continue
    const statements = await statementsIn(source)
    derived += statements.filter(({ type }) => isDerived(type)).length
    for (const claim of claimsIn(statements)) found.push(`${file}: ${claim}`)
  }
  expect(found).toEqual([])
  expect(derived).toBeGreaterThan(100)
})

test('an assertion is found', async () => {
  expect(await claims('const { rows } = await sql<FaultReport>`select 1`.execute(db)')).toHaveLength(1)
  expect(await claims('const found = () => sql<Locked>`select c.id from cases c`')).toHaveLength(1)
  expect(await claims('await sql<RowOf<typeof report> & Other>`select ${report}`.execute(db)')).toHaveLength(1)
})

test('a column in an inline type is found', async () => {
  const planted =
    'sql<{ id: number; ownerId: string; n: number }>`select c.id, owner_id as "ownerId", count(*) as n from cases c`'
  expect(await claims(planted)).toEqual(['c.id', 'owner_id as "ownerId"'])
  expect(
    await claims('sql<{ id: number }>`delete from cases where id in (select $1) returning id`.execute(db)'),
  ).toEqual(['id'])
  expect(await claims('sql<{ kind: string }>`with a as (select 1) select distinct kind from a`')).toEqual(['kind'])
})

test('what is derived or computed is not', async () => {
  expect(
    await claims('await sql<RowOf<typeof report> & RowOf<typeof more>>`select ${report}, ${more}`.execute(db)'),
  ).toEqual([])
  expect(await claims("sql<Pick<Selectable<CaseTables['cases']>, 'id'>>`select id from cases`.execute(db)")).toEqual([])
  expect(
    await claims("sql<{ n: number }>`select coalesce((select a, b from c), '0, a') as n from cases`.execute(db)"),
  ).toEqual([])
  expect(await claims('sql<string>`(select name from companies)`')).toEqual([])
  expect(await claims("select(['id', sql<string>`lower(name)`.as('name')]).execute()")).toEqual([])
})
