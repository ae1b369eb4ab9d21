import { useState } from 'react'
import { monthInWords } from '#platform/contract/dates-in-words.ts'
import { type YearMonth, yearMonthOf } from '#platform/contract/wall-clock.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useToday } from '#platform/web/page/now.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { shieldIcon } from '#platform/web/ui/icons-more.ts'
import { Figure, Figures } from '#platform/web/ui/Figure.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { YearMonthFilter } from '#platform/web/ui/YearMonthFilter.tsx'
import { getFollowUp } from '../calls.ts'
import type { FollowUp, InsuranceCase } from '../contract.ts'
import styles from './FollowUpScreen.module.css'
import { areaInWords, cost, kronor, personalInWords } from './kronor.ts'

const columns: Column<InsuranceCase>[] = [
  { head: 'Rubrik', cell: (row) => row.rubrik },
  { head: 'Datum', cell: (row) => row.skapadDatum.slice(0, 10), tight: true },
  { head: 'Kategori', cell: (row) => row.fordonsskada.forsakringsKategori },
  {
    head: 'Beskrivning',
    cell: (row) => <span className={styles['description']}>{row.fordonsskada.handelseBeskrivning}</span>,
  },
  { head: 'Kostnad', cell: (row) => cost(row.fordonsskada.reparationskostnad), numeric: true, tight: true },
]

/** 'Försäkringsuppföljning': the cost of the employee's own damage in a month, next to that of the whole area. */
export default function FollowUpScreen() {
  const today = useToday()
  const [chosen, setChosen] = useState(() => yearMonthOf(today))
  const load = useCall(getFollowUp, chosen, { failedText: 'Hämta försäkringsuppföljning misslyckades' })
  return (
    <>
      {/* The title is wider than a small phone, and not every browser can hyphenate Swedish. */}
      <PageHeader title={'Försäkrings\u00ADuppföljning'} />
      <YearMonthFilter chosen={chosen} today={today} onChange={setChosen} />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={5} />} said={(found) => wordsOn(found, chosen)}>
        {(followUp) => <Cases followUp={followUp} />}
      </Loaded>
    </>
  )
}

const wordsOn = ({ resultList }: FollowUp, month: YearMonth) =>
  `${counted(resultList.length, 'Inga ärenden', 'Ett ärende', 'ärenden')} i ${monthInWords(month)}`

function Cases({ followUp: { resultList, totalPersonal, totalDepa } }: { followUp: FollowUp }) {
  return (
    <>
      <Figures>
        <Figure title="Personliga" value={kronor(totalPersonal)}>
          {personalInWords(resultList.map(({ fordonsskada }) => fordonsskada.reparationskostnad))}
        </Figure>
        <Figure title="Trafikområde" value={kronor(totalDepa)}>
          {areaInWords}
        </Figure>
      </Figures>
      <DataView
        label="Personliga försäkringsärenden"
        columns={columns}
        // A case has no id on the wire; only its position in the list distinguishes two identical ones.
        rows={resultList}
        rowKey={(row) => resultList.indexOf(row)}
        total={{ label: 'Summa', value: kronor(totalPersonal) }}
        empty={
          <EmptyState icon={shieldIcon} title="Inga försäkringsärenden den här månaden">
            Här visas fordonsskador som du har rapporterat under Avvikelser.
          </EmptyState>
        }
      />
    </>
  )
}
