import { useNavigate, useSearchParams } from 'react-router'
import { useGate } from '#platform/web/calls/profile.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { officeAt } from '#platform/contract/office-pages.ts'
import { FilterForm, namedIn } from '#platform/web/office/FilterForm.tsx'
import { useHasPages } from '#platform/web/office/use-has-pages.ts'
import { usePageTurnTo } from '#platform/web/shell/page-turn.ts'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { counted } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DataView, type Column } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { SelectField, TextField } from '#platform/web/ui/Field.tsx'
import { peopleIcon } from '#platform/web/ui/icons-more.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { withQuery } from '#platform/web/ui/panes/with-query.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { getEmployees, getRefused, getWaitingAccounts } from '../calls.ts'
import type { EmployeeList, EmployeeQuery, EmployeeRow } from '../contract.ts'
import { EmployeeView } from './EmployeeView.tsx'
import styles from './Employees.module.css'
import { RefusedAccounts } from './RefusedAccounts.tsx'
import { WaitingAccounts } from './WaitingAccounts.tsx'

const filters = ['sok', 'omrade', 'visa'] as const

/** 'Anställda': the list, or the employee that the address names. */
export default function EmployeesScreen() {
  const [search] = useSearchParams()
  const number = search.get('anstid')
  usePageTurnTo(number)
  return number === null ? <List /> : <EmployeeView key={number} number={number} list={addressOf(search, null)} />
}

/** The address of the list, as it is searched now, or of one of its employees. */
function addressOf(search: URLSearchParams, number: string | null): string {
  const next = new URLSearchParams(search)
  if (number === null) next.delete('anstid')
  else next.set('anstid', number)
  return withQuery(officeAt('anstallda'), next)
}

function List() {
  useTitle('Anställda')
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const passes = useGate()
  const page = Number.parseInt(search.get('sida') ?? '1', 10) || 1
  const named = namedIn(search, filters)
  const query: EmployeeQuery = { ...named, sida: page > 1 ? page - 1 : undefined }
  const load = useCall(getEmployees, query, { keepPrevious: true })
  const hasPages = useHasPages(page > 1 || load.data?.fler === true, load.isPlaceholderData)
  const turn = (to: number) => setSearch({ ...named, ...(to > 1 && { sida: String(to) }) })
  return (
    <>
      <PageHeader title="Anställda" />
      {passes(getWaitingAccounts.gate) && <WaitingAccounts />}
      {passes(getRefused.gate) && <RefusedAccounts />}
      <Filters named={named} areas={load.data?.omraden ?? []} onFilter={(to) => setSearch(to)} />
      <Loaded of={load} said={saidOf}>
        {({ rader, fler }) => (
          <>
            <DataView
              label="Anställda"
              rows={rader}
              rowKey={({ anstid }) => anstid}
              tableFrom={48}
              columns={columns}
              card={card}
              onOpen={({ anstid }) => void navigate(addressOf(search, anstid))}
              openLabel={({ namn }) => `Öppna ${namn}`}
              empty={
                <EmptyState icon={peopleIcon} title="Ingen hittades">
                  Ändra sökningen, eller visa alla, även dem som har slutat.
                </EmptyState>
              }
            />
            {hasPages && (
              <div className={styles['pages']}>
                <Button aria-disabled={page <= 1} onClick={() => turn(page - 1)}>
                  Föregående
                </Button>
                <span>Sida {page}</span>
                <Button aria-disabled={!fler} onClick={() => turn(page + 1)}>
                  Nästa
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const saidOf = ({ rader, fler }: EmployeeList) =>
  fler ? `${rader.length} eller fler anställda` : counted(rader.length, 'Ingen hittades', 'En anställd', 'anställda')

const columns: readonly Column<EmployeeRow>[] = [
  {
    head: 'Namn',
    cell: ({ namn, aktiv }) => (
      <span className={styles['name']}>
        {namn} {!aktiv && <StatusPill tone="neutral">Har slutat</StatusPill>}
      </span>
    ),
  },
  { head: 'Nummer', tight: true, cell: ({ anstid }) => anstid },
  { head: 'Befattning', cell: ({ befattning }) => befattning ?? '–' },
  { head: 'Område', cell: ({ omrade }) => omrade ?? '–' },
  {
    head: 'Roller på kontoret',
    cell: ({ roller }) => roller.join(', ') || '–',
    hideOnCard: ({ roller }) => roller.length === 0,
  },
]

const card = ({ namn, aktiv, anstid, befattning, omrade, roller }: EmployeeRow) => (
  <div>
    <span className={styles['name']}>
      {namn} {!aktiv && <StatusPill tone="neutral">Har slutat</StatusPill>}
    </span>
    <span className={styles['from']}>{[anstid, befattning, omrade, ...roller].filter(Boolean).join(' · ')}</span>
  </div>
)

interface FiltersProps {
  named: Readonly<Record<string, string>>
  areas: EmployeeList['omraden']
  onFilter: (query: Record<string, string>) => void
}

function Filters({ named, areas, onFilter }: FiltersProps) {
  return (
    <FilterForm named={named} onFilter={onFilter}>
      <TextField
        label="Sök"
        hint="namn eller nummer"
        name="sok"
        type="search"
        maxLength={100}
        defaultValue={named['sok']}
      />
      <SelectField
        label="Område"
        name="omrade"
        key={areas.length}
        defaultValue={named['omrade'] ?? ''}
        placeholder="Alla områden"
        options={areas.map((area) => ({ value: area, label: area }))}
      />
      <SelectField
        label="Anställning"
        name="visa"
        defaultValue={named['visa'] ?? ''}
        placeholder="Anställda nu"
        options={[
          { value: 'avslutade', label: 'Har slutat' },
          { value: 'alla', label: 'Alla' },
        ]}
      />
    </FilterForm>
  )
}
