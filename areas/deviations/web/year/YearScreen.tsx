import { useSearchParams } from 'react-router'
import { officeAt } from '#platform/contract/office-pages.ts'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { monthNames } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useToday } from '#platform/web/page/now.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { SelectField } from '#platform/web/ui/Field.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { deviationCases, getYear } from '../../cases.ts'
import type { YearSummary } from '../../contract/year.ts'
import styles from './YearScreen.module.css'

const YEARS = 4

/** The yearly follow-up of the work environment, to read and to print. */
export default function YearScreen() {
  const [search, setSearch] = useSearchParams()
  const thisYear = Number(useToday().slice(0, 4))
  const chosen = Number(search.get('ar'))
  const years = Array.from({ length: YEARS }, (_, at) => thisYear - at)
  const year = years.includes(chosen) ? chosen : thisYear
  const load = useCall(getYear, { year }, { failedText: 'Sammanställningen kunde inte hämtas', keepPrevious: true })
  return (
    <div className={styles['screen']}>
      <PageHeader
        title={`Årsrapport: avvikelser ${year}`}
        lead="Räknar de ärenden som du har behörighet att se."
        actions={
          <span className={styles['print']}>
            <Button onClick={() => window.print()}>Skriv ut</Button>
          </span>
        }
      />
      <div className={styles['tools']}>
        <SelectField
          label="År"
          value={String(year)}
          options={years.map((each) => ({ value: String(each), label: String(each) }))}
          onChange={({ target }) => setSearch({ ar: target.value })}
        />
      </div>
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={8} />}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </div>
  )
}

function Summary({
  summary: { kinds, authority, injuries, investigations, measures, open },
}: {
  summary: YearSummary
}) {
  const total = kinds.reduce((sum, { months }) => sum + months.reduce((a, b) => a + b, 0), 0)
  const serious = kinds.reduce((sum, kind) => sum + kind.serious, 0)
  const figures = [
    ['Avvikelser', total],
    ['Allvarliga händelser', serious],
    ['Anmälda till Arbetsmiljöverket', authority.reported],
    ['Bedömda som inte ska anmälas', authority.assessed],
    ['Väntar på bedömning', authority.waiting],
    ['Anmälda arbetsskador', injuries],
    ['Utredningar', investigations],
    ['Beslutade åtgärder', measures.decided],
    ['Kontrollerade åtgärder', measures.checked],
    ['Försenade åtgärder', measures.late],
  ] as const
  return (
    <>
      <dl className={styles['figures']}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>Per månad</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls sideways must be reachable by keyboard */}
      <section className={styles['wide']} aria-label="Avvikelser per månad" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Typ</th>
              {monthNames.map((name) => (
                <th key={name} scope="col">
                  {name.slice(0, 3).toLowerCase()}
                </th>
              ))}
              <th scope="col">Summa</th>
              <th scope="col">Allvarliga</th>
              <th scope="col">Avslutade</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ category, months, serious: marked, ended }) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                {months.map((count, at) => (
                  <td key={monthNames[at]}>{count || '–'}</td>
                ))}
                <td>{months.reduce((a, b) => a + b, 0)}</td>
                <td>{marked || '–'}</td>
                <td>{ended || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <h2>Åtgärder som inte är kontrollerade</h2>
      {open.length === 0 ? (
        <p>Alla åtgärder är kontrollerade.</p>
      ) : (
        <ul className={styles['open']}>
          {open.map(({ number, measure, due, late }) => (
            <li key={`${number} ${measure}`}>
              <Link to={`${officeAt(deviationCases.kind)}?visa=${number}`}>{number}</Link>
              <span>{measure}</span>
              <span className={late ? styles['late'] : undefined}>
                {late ? 'Försenad, skulle vara klar ' : 'Klart senast '}
                {dateInWords(due)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
