// A field that is added to a contract but not to the store must not compile, since nothing else notices what SQL leaves out. Tried on a copy.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** An object of a contract, and the server file of its area or part of core that must not compile when a field is added to it. */
type Guarded = readonly [part: string, contract: string, object: string, file: string]

const faults: readonly Guarded[] = [
  ['areas/vehicle-faults', 'contract.ts', 'AddFault', 'store.ts'],
  ['areas/vehicle-faults', 'contract.ts', 'FaultReport', 'store.ts'],
  ['areas/vehicle-faults', 'contract.ts', 'FaultStep', 'store.ts'],
]

const others: readonly Guarded[] = [
  ['areas/assignments', 'contract.ts', 'ReportBack', 'store.ts'],
  ['areas/deviations', 'contract/list.ts', 'Alert', 'alerts.ts'],
  ['areas/deviations', 'contract/list.ts', 'Threat', 'detail.ts'],
  ['areas/news', 'contract.ts', 'NewComment', 'store.ts'],
  ['areas/payslips', 'contract.ts', 'Payslip', 'store.ts'],
  ['core/people', 'contract.ts', 'NewDetails', 'details.ts'],
  ['areas/suggestions', 'contract.ts', 'NewSuggestion', 'store.ts'],
  ['areas/time-report', 'contract.ts', 'AcceptTimeReport', 'store.ts'],
  ['areas/training', 'contract.ts', 'NewEvaluation', 'store.ts'],
]

const root = fileURLToPath(new URL('..', import.meta.url))
const files = new Set([...faults, ...others].map(([part, , , file]) => `${part}/server/${file}`))
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
  const contracts = new Set(guarded.map(([part, contract]) => join(part, contract)))
  for (const path of contracts) {
    let text = await readFile(join(root, path), 'utf8')
    for (const [part, contract, object] of guarded) {
      if (join(part, contract) !== path) continue
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

test.each(faults)('%s/%s: a new field of %s does not compile in %s', async (...guarded) => {
  const text = await complaints([guarded])
  expect(text).toContain('areas/vehicle-faults/server/store.ts(')
  expect(text).toContain('addedField')
})

test('nor does a new field of any other report', async () => {
  const text = await complaints(others)
  expect(others.filter(([part, , , file]) => !text.includes(`${part}/server/${file}(`))).toEqual([])
})
