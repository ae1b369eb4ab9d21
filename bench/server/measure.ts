import type { Line } from '../results.ts'
import { Undo } from '../undo.ts'
import { loader, type ServerPlan } from './contenders.ts'
import { measureImport } from '../import/measure.ts'
import { measureCases } from './cases.ts'
import { measureDays } from './days.ts'
import { measureLists } from './lists.ts'
import { measureSearch } from './search.ts'
import { measureShift } from './shift.ts'

const parts = {
  days: measureDays,
  lists: measureLists,
  cases: measureCases,
  search: measureSearch,
  shift: measureShift,
  import: measureImport,
} as const

export type ServerPart = keyof typeof parts
export const serverParts = Object.keys(parts) as readonly ServerPart[]

/** The parts of each section of results.md. */
export const serverSections: Readonly<Record<string, readonly ServerPart[]>> = {
  'A day’s assignments': ['days'],
  'Other lists': ['lists'],
  'The office': ['cases'],
  'The search': ['search'],
  'Shift change': ['shift'],
  Import: ['import'],
}

export async function measureServer(plan: ServerPlan, undo: Undo, chosen = serverParts): Promise<Line[]> {
  const load = loader(undo)
  const lines: Line[] = []
  for (const measure of chosen.map((name) => parts[name])) {
    // The processes and databases of one measurement are removed before the next begins.
    const own = new Undo()
    undo.add(() => own.all())
    lines.push(...(await measure(plan, own, load)))
    await own.all()
  }
  return lines
}
