import { addDays } from '#platform/contract/wall-clock.ts'
import type { DemoSuggestion } from '../store.ts'
import { suggestionsOfNorr } from './norr.ts'
import type { DemoRow } from './row.ts'
import { suggestionsOfOst } from './ost.ts'
import { suggestionsOfSyd } from './syd.ts'
import { suggestionsOfVast } from './vast.ts'

const companies: Readonly<Record<string, readonly DemoRow[]>> = {
  norr: suggestionsOfNorr,
  vast: suggestionsOfVast,
  syd: suggestionsOfSyd,
  ost: suggestionsOfOst,
}

export function demoSuggestions(today: string): DemoSuggestion[] {
  return Object.entries(companies).flatMap(([company, rows]) =>
    rows.map(({ daysAgo, time, comments = '', actions = '', ...row }) => ({
      ...row,
      company,
      comments,
      actions,
      createdAt: new Date(`${addDays(today, -daysAgo)}T${time}:00Z`),
    })),
  )
}
