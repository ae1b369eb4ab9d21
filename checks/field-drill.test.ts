// If a field is added to a contract, or a column to a table, but not to the store, the store must not compile, because nothing else notices
// what SQL leaves out. Tried on a copy of the product, with all additions at once, each under a different name.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/**
 * A part of the product, a file in it, an object or a table in that file, and the file that must not compile when the object or table grows:
 * a file of the part's server, or a path from the root.
 */
type Guarded = readonly [part: string, file: string, object: string, store: string]

const contracts: readonly Guarded[] = [
  ['areas/vehicle-faults', 'contract.ts', 'AddFault', 'store.ts'],
  ['areas/vehicle-faults', 'contract.ts', 'FaultReport', 'store.ts'],
  ['areas/vehicle-faults', 'contract.ts', 'FaultStep', 'store.ts'],
  ['areas/assignments', 'contract.ts', 'ReportBack', 'store.ts'],
  ['areas/assignments', 'contract.ts', 'Accept', 'store.ts'],
  ['areas/deviations', 'contract/list.ts', 'Alert', 'alerts.ts'],
  ['areas/deviations', 'contract/list.ts', 'ReadAlert', 'alerts.ts'],
  ['areas/deviations', 'contract/list.ts', 'Threat', 'detail.ts'],
  ['areas/news', 'contract.ts', 'NewComment', 'store.ts'],
  ['areas/news', 'contract.ts', 'ChangedComment', 'store.ts'],
  ['areas/news', 'contract.ts', 'ReportComment', 'moderation.ts'],
  ['areas/payslips', 'contract.ts', 'Payslip', 'store.ts'],
  ['areas/schedule', 'contract.ts', 'Subscribe', 'areas/schedule/server/calendar/store.ts'],
  ['areas/suggestions', 'contract.ts', 'NewSuggestion', 'store.ts'],
  ['areas/time-report', 'contract.ts', 'AcceptTimeReport', 'store.ts'],
  ['areas/training', 'contract.ts', 'NewEvaluation', 'store.ts'],
  ['areas/office-audit', 'contract.ts', 'AuditRow', 'store.ts'],
  ['areas/office-employees', 'contract.ts', 'Employee', 'store.ts'],
  ['areas/office-employees', 'contract.ts', 'NewValue', 'changes.ts'],
  ['areas/office-employees', 'contract.ts', 'Right', 'changes.ts'],
  ['areas/office-employees', 'contract.ts', 'Active', 'changes.ts'],
  ['areas/office-employees', 'contract.ts', 'Release', 'changes.ts'],
  ['areas/office-employees', 'contract.ts', 'Account', 'accounts.ts'],
  ['areas/office-employees', 'contract.ts', 'AccountDecision', 'account-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'NewRole', 'give-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'Deputy', 'deputy-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'NewEmergency', 'emergency-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'NewRule', 'rule-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'Decision', 'approval-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'Decision', 'rule-approvals.ts'],
  ['areas/office-roles', 'contract.ts', 'RowId', 'give-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'RowId', 'deputy-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'RowId', 'rule-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'RowId', 'emergency-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'OwnRole', 'deputy-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'Assigned', 'give-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'Waiting', 'approval-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'Rule', 'rule-routes.ts'],
  ['areas/office-roles', 'contract.ts', 'WaitingRule', 'rule-approvals.ts'],
  ['areas/office-roles', 'contract.ts', 'Emergency', 'emergency-routes.ts'],
  ['core/cases', 'acts.ts', 'Answer', 'acts.ts'],
  ['core/cases', 'acts.ts', 'Assign', 'acts.ts'],
  ['core/cases', 'acts.ts', 'Note', 'acts.ts'],
  ['core/cases', 'acts.ts', 'Mark', 'acts.ts'],
  ['core/cases', 'acts.ts', 'Merge', 'acts.ts'],
  ['core/cases', 'acts.ts', 'Fill', 'fill.ts'],
  ['core/cases', 'acts.ts', 'Reveal', 'hidden-reporter.ts'],
  ['core/cases', 'acts.ts', 'Bulk', 'routes.ts'],
  ['core/cases', 'contract.ts', 'CaseRow', 'case-row.ts'],
  ['core/cases', 'contract.ts', 'Case', 'one-case.ts'],
  ['core/cases', 'contract.ts', 'CaseEvent', 'one-case.ts'],
  ['core/cases', 'messages.ts', 'Reply', 'reporter.ts'],
  ['core/cases', 'on-behalf.ts', 'forSomebody', 'areas/suggestions/server/routes.ts'],
  ['core/cases', 'on-behalf.ts', 'forSomebody', 'areas/vehicle-faults/server/routes.ts'],
  ['core/cases', 'on-behalf.ts', 'forSomebody', 'areas/deviations/server/routes.ts'],
  ['core/cases', 'redaction.ts', 'HideText', 'redact.ts'],
  ['core/cases', 'redaction.ts', 'HidePicture', 'redact.ts'],
  ['core/cases', 'redaction.ts', 'ShowAgain', 'show-again.ts'],
  ['core/cases', 'saved-views.ts', 'SaveView', 'views.ts'],
  ['core/cases', 'saved-views.ts', 'OneView', 'views.ts'],
  ['core/cases', 'templates.ts', 'SaveTemplate', 'templates.ts'],
  ['core/people', 'contract.ts', 'NewDetails', 'details.ts'],
]

const tables: readonly Guarded[] = [
  ['areas/vehicle-faults', 'server/tables.ts', 'faults', 'store.ts'],
  ['core/approvals', 'server/tables.ts', 'approvals', 'approvals.ts'],
  ['core/audit', 'server/tables.ts', 'audit', 'audit.ts'],
  ['core/cases', 'server/tables.ts', 'cases', 'reporter.ts'],
  ['core/cases', 'server/tables.ts', 'case_events', 'change.ts'],
  ['core/cases', 'server/tables.ts', 'case_originals', 'redact.ts'],
  ['core/cases', 'server/tables.ts', 'case_views', 'views.ts'],
]

const guarded = [...contracts, ...tables]

const storeOf = ([part, , , store]: Guarded) => (store.includes('/') ? store : `${part}/server/${store}`)

const root = fileURLToPath(new URL('..', import.meta.url))
const stores = new Set(guarded.map(storeOf))
const config = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    noEmit: true,
    // Unchanged files are not checked again.
    incremental: true,
    tsBuildInfoFile: './checked.tsbuildinfo',
    lib: ['es2024', 'esnext.iterator'],
    types: ['node'],
  },
  // The types of a part of the driver, which no file imports.
  files: [...stores, 'platform/server/db/pg-utils.d.ts'],
}

// The compiler reads most of the product, once in each test: under ten seconds each, and a minute or more on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'field-drill-'))
  for (const part of ['package.json', 'tsconfig.base.json', 'platform', 'core', 'areas'])
    await cp(join(root, part), join(copy, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Matches the beginning of an object of a contract, or of a table. */
const opening = (object: string) =>
  new RegExp(String.raw`^(?:(?:export )?const ${object} = (?:z\.\w+\((?:\w+, )?)?\{|  ${object}: \{)`, 'm')
const added = (object: string) => `addedTo${object}`
const names = (text: string, object: string) => new RegExp(String.raw`\b${added(object)}\b`).test(text)

/** Gives each object an additional optional field, and each table a column that may be null. */
async function grow(): Promise<void> {
  for (const [path, within] of Map.groupBy(guarded, ([part, file]) => join(part, file))) {
    let text = await readFile(join(root, path), 'utf8')
    for (const [, file, object] of within) {
      if (names(text, object)) continue
      if (!opening(object).test(text)) throw new Error(`no ${object} in ${path}`)
      const field = file === 'server/tables.ts' ? 'string | null; ' : 'z.optional(z.string()), '
      text = text.replace(opening(object), `$& ${added(object)}: ${field}`)
    }
    await writeFile(join(copy, path), text)
  }
}

/** The compiler's errors, each with its explanation. */
async function complaints(): Promise<string[]> {
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(tsc, ['-p', copy, '--pretty', 'false'], {
    cwd: copy,
    maxBuffer: 2 ** 26,
  }).catch((error: { readonly stdout: string }) => error)
  return stdout.split(/^(?=\S)/m).filter(Boolean)
}

test('the copy compiles as it is', async () => {
  expect(await complaints()).toEqual([])
})

test('no field of a contract and no column of a table is left out without an error', async () => {
  await grow()
  const found = await complaints()
  const isSeen = (each: Guarded) =>
    found.some((error) => error.startsWith(`${storeOf(each)}(`) && names(error, each[2]))
  expect(guarded.filter((each) => !isSeen(each))).toEqual([])
})
