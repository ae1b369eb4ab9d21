import { Card } from '#platform/web/ui/Card.tsx'
import type { EcoOverview } from '../contract.ts'
import { ratioOf, type Level } from '../rules.ts'
import { change, percent } from './figures.ts'
import { IndexPill } from './IndexPill.tsx'
import styles from './OverviewCards.module.css'

const changes: Record<Level, string> = { less: 'Minskar', even: 'Ungefär lika', more: 'Ökar' }

/** Day, week, month, and the month compared with the previous one. */
export function OverviewCards({ overview }: { overview: EcoOverview }) {
  const ratio = ratioOf(overview.ecoIndexMonth, overview.ecoIndexPrevMonth)
  return (
    <div className={styles['cards']}>
      <Figure title="Min dag" when={overview.dayLabel} ratio={overview.ecoIndexDay} />
      <Figure title="Min Vecka" when={overview.weekLabel} ratio={overview.ecoIndexWeek} />
      <Figure title="Min Månad" when={overview.monthLabel} ratio={overview.ecoIndexMonth} />
      <Figure
        title="Mot föregående månad"
        when={overview.monthLabel}
        ratio={ratio}
        shown={change(ratio)}
        words={changes}
      />
    </div>
  )
}

interface FigureProps {
  title: string
  when: string
  ratio: number | null
  shown?: string
  words?: Record<Level, string>
}

function Figure({ title, when, ratio, shown = percent(ratio), words }: FigureProps) {
  return (
    <Card title={title}>
      <p className={styles['when']}>{when}</p>
      <p className={styles['figure']}>{shown}</p>
      {ratio === null ? <p className={styles['when']}>Uppgift saknas</p> : <IndexPill ratio={ratio} words={words} />}
    </Card>
  )
}
