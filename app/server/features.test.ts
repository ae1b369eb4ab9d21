import { globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { features } from './areas.ts'

const root = join(import.meta.dirname, '../..')

let variants: string
beforeAll(async () => {
  variants = await mkdtemp(join(tmpdir(), 'linjen-features-'))
  await cp(join(root, 'variants'), variants, { recursive: true })
})
afterAll(() => rm(variants, { recursive: true }))

test('every call’s gate names a feature that its area’s door brings', async () => {
  const files = globSync('{areas,core}/*/calls.ts', { cwd: root })
  const lists = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  const named = lists
    .flatMap((list) => Object.values(list))
    .flatMap((each) => (each as Partial<Call<unknown>>).gate?.feature ?? [])
  expect([...new Set(named)].toSorted()).toEqual(features.toSorted())
})

test('a variant cannot switch off an unknown feature', async () => {
  await expect(loadVariants(variants, features)).resolves.toBeTruthy()
  const file = join(variants, 'syd/variant.json')
  const syd = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...syd, switchedOff: ['ecoDriving', 'trams'] }))
  await expect(loadVariants(variants, features)).rejects.toThrow(/syd\/variant\.json: .*"ecoDriving".*switchedOff\[1\]/)
})

test('the operators’ guide names each of them', async () => {
  const guide = await readFile(join(root, 'docs/reference-companies.md'), 'utf8')
  for (const feature of features) expect(guide).toContain(`\`${feature}\``)
})
