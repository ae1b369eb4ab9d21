import { Figure, Figures } from '#platform/web/ui/Figure.tsx'
import type { EcoOverview } from '../contract.ts'
import { ratioOf, type Level } from '../rules.ts'
import { change, changeInWords, percent, usageInWords } from './figures.ts'
import { IndexPill } from './IndexPill.tsx'

const changes: Record<Level, string> = { less: 'Minskar', even: 'Ungefär lika', more: 'Ökar' }

/** Day, week, month, and the month compared with the previous one. */
export function OverviewCards({ overview }: { overview: EcoOverview }) {
  const { dayLabel, weekLabel, monthLabel, ecoIndexDay, ecoIndexWeek, ecoIndexMonth, ecoIndexPrevMonth } = overview
  const ratio = ratioOf(ecoIndexMonth, ecoIndexPrevMonth)
  return (
    <Figures>
      <Index title="Min dag" when={dayLabel} ratio={ecoIndexDay} />
      <Index title="Min Vecka" when={weekLabel} ratio={ecoIndexWeek} />
      <Index title="Min Månad" when={monthLabel} ratio={ecoIndexMonth} />
      <Figure
        title="Mot föregående månad"
        when={monthLabel}
        value={change(ratio)}
        state={ratio !== null && <IndexPill ratio={ratio} words={changes} />}
      >
        {changeInWords(ratio)}
      </Figure>
    </Figures>
  )
}

function Index({ title, when, ratio }: { title: string; when: string; ratio: number | null }) {
  return (
    <Figure title={title} when={when} value={percent(ratio)} state={ratio !== null && <IndexPill ratio={ratio} />}>
      {usageInWords(ratio)}
    </Figure>
  )
}
