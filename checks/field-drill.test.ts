// A field that is added to a contract but not to the store must not compile, since nothing else notices what SQL leaves out. Tried on a copy.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** An object of a contract, and the file on the area's server side that must not compile when a field is added to it. */
type Guarded = readonly [area: string, contract: string, object: string, file: string]

const faults: readonly Guarded[] = [
  ['vehicle-faults', 'contract.ts', 'AddFault', 'store.ts'],
  ['vehicle-faults', 'contract.ts', 'FaultReport', 'store.ts'],
  ['vehicle-faults', 'contract.ts', 'FaultStep', 'store.ts'],
]

const others: readonly Guarded[] = [
  ['assignments', 'contract.ts', 'ReportBack', 'store.ts'],
  ['deviations', 'contract/list.ts', 'Alert', 'alerts.ts'],
  ['deviations', 'contract/list.ts', 'Threat', 'detail.ts'],
  ['news', 'contract.ts', 'NewComment', 'store.ts'],
  ['payslips', 'contract.ts', 'Payslip', 'store.ts'],
  ['profile', 'contract.ts', 'NewDetails', 'store.ts'],
  ['suggestions', 'contract.ts', 'NewSuggestion', 'store.ts'],
  ['time-report', 'contract.ts', 'AcceptTimeReport', 'store.ts'],
  ['training', 'contract.ts', 'NewEvaluation', 'store.ts'],
]

const root = fileURLToPath(new URL('..', import.meta.url))
const files = new Set([...faults, ...others].map(([area, , , file]) => `areas/${area}/server/${file}`))
const config = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    noEmit: true,
    // Unchanged files are not checked again for each attempt.
    incremental: true,
    tsBuildInfoFile: './checked.tsbuildinfo',
    lib: ['es2024', 'esnext.iterator'],
    types: ['node'],
  },
  files: [...files],
}

// The compiler takes a second or two, and several times that on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'field-drill-'))
  for (const part of ['package.json', 'tsconfig.base.json', 'platform', 'core', 'areas'])
    await cp(join(root, part), join(copy, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** The compiler's errors when each of these objects has an additional optional field. */
async function complaints(guarded: readonly Guarded[]): Promise<string> {
  const contracts = new Set(guarded.map(([area, contract]) => join('areas', area, contract)))
  for (const path of contracts) {
    let text = await readFile(join(root, path), 'utf8')
    for (const [area, contract, object] of guarded) {
      if (join('areas', area, contract) !== path) continue
      const opening = new RegExp(`^(?:export )?const ${object} = z\\.\\w+\\((?:\\w+, )?\\{`, 'm')
      if (!opening.test(text)) throw new Error(`no object ${object} in ${path}`)
      text = text.replace(opening, '$& addedField: z.optional(z.string()),')
    }
    await writeFile(join(copy, path), text)
  }
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', copy, '--pretty', 'false']).catch(
    (error: { readonly stdout: string }) => error,
  )
  for (const path of contracts) await cp(join(root, path), join(copy, path))
  return stdout
}

test('the copy compiles as it is', async () => {
  expect(await complaints([])).toBe('')
})

test.each(faults)('areas/%s/%s: a new field of %s does not compile in %s', async (...guarded) => {
  const text = await complaints([guarded])
  expect(text).toContain('areas/vehicle-faults/server/store.ts(')
  expect(text).toContain('addedField')
})

test('nor does a new field of any other report', async () => {
  const text = await complaints(others)
  expect(others.filter(([area, , , file]) => !text.includes(`areas/${area}/server/${file}(`))).toEqual([])
})
