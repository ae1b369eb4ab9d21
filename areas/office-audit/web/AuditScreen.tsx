import { useSearchParams } from 'react-router'
import { minuteText } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { DateFilter, FilterForm, namedIn } from '#platform/web/office/FilterForm.tsx'
import { useHasPages } from '#platform/web/office/use-has-pages.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DataView, type Column } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { SelectField, TextField } from '#platform/web/ui/Field.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { getAudit } from '../calls.ts'
import type { AuditPage, AuditQuery, AuditRow } from '../contract.ts'
import styles from './Audit.module.css'

const filters = ['vem', 'om', 'handelse', 'galler', 'fran', 'till'] as const

/** 'Logg': what the office has done and opened. The filters are in the address, so that a search can be bookmarked. */
export default function AuditScreen() {
  const [search, setSearch] = useSearchParams()
  const named = namedIn(search, filters)
  const query: AuditQuery = namedIn(search, [...filters, 'efter'])
  const page = useCall(getAudit, query, { keepPrevious: true })
  const hasPages = useHasPages(Boolean(query.efter ?? page.data?.nasta), page.isPlaceholderData)
  const chosen = Object.keys(named).length > 0
  return (
    <>
      <PageHeader title="Logg" lead="Vad kontoret har gjort och öppnat. Raderna kan inte ändras eller tas bort." />
      <Filters named={named} acts={page.data?.handelser ?? []} onFilter={(to) => setSearch(to)} />
      <Loaded of={page} said={({ rader }) => counted(rader.length, 'Ingenting hittades', 'En rad', 'rader')}>
        {({ rader, nasta }) => (
          <>
            <DataView
              label="Händelser"
              rows={rader}
              rowKey={({ id }) => id}
              columns={columns}
              empty={
                <EmptyState icon={documentIcon} title={chosen ? 'Ingenting hittades' : 'Loggen är tom'}>
                  {chosen ? 'Ändra urvalet eller rensa det.' : 'Det kontoret gör visas här.'}
                </EmptyState>
              }
            />
            {hasPages && (
              <div className={styles['pages']}>
                <Button aria-disabled={!query.efter} onClick={() => setSearch(without(search, 'efter'))}>
                  Till de senaste
                </Button>
                <Button aria-disabled={!nasta} onClick={() => nasta && setSearch({ ...asText(search), efter: nasta })}>
                  Äldre
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const asText = (search: URLSearchParams) => Object.fromEntries(search)
const without = (search: URLSearchParams, name: string) =>
  Object.fromEntries([...search].filter(([each]) => each !== name))

const columns: readonly Column<AuditRow>[] = [
  {
    head: 'Tid',
    tight: true,
    cell: ({ tid }) => (
      <time dateTime={tid} className={styles['time']}>
        {minuteText(tid)}
      </time>
    ),
  },
  {
    head: 'Vem',
    cell: ({ vem, roll, ersatterFor }) => (
      <>
        {vem ?? 'Ett kommando på servern'}
        {(roll ?? ersatterFor) && (
          <small className={styles['small']}>
            {[roll, ersatterFor && `ersätter ${ersatterFor}`].filter(Boolean).join(', ')}
          </small>
        )}
      </>
    ),
  },
  {
    head: 'Händelse',
    cell: ({ handelse, galler }) => (
      <>
        {handelse}
        <small className={styles['small']}>{galler}</small>
      </>
    ),
  },
  { head: 'Om vem', cell: ({ om }) => om ?? '–', hideOnCard: ({ om }) => om === null },
  {
    head: 'Ändring',
    cell: ({ andringar }) => <Changes changes={andringar} />,
    hideOnCard: ({ andringar }) => andringar.length === 0,
  },
]

function Changes({ changes }: { changes: AuditRow['andringar'] }) {
  if (changes.length === 0) return '–'
  return (
    <ul className={styles['changes']}>
      {changes.map(({ falt, fore, efter }) => (
        <li key={falt}>
          <span className={styles['field']}>{falt}:</span> {fore !== null && <del>{fore}</del>}{' '}
          {efter === null ? fore !== null && 'borttaget' : <ins>{efter}</ins>}
        </li>
      ))}
    </ul>
  )
}

interface FiltersProps {
  named: Readonly<Record<string, string>>
  acts: AuditPage['handelser']
  onFilter: (query: Record<string, string>) => void
}

function Filters({ named, acts, onFilter }: FiltersProps) {
  return (
    <FilterForm named={named} onFilter={onFilter}>
      <TextField label="Vem" hint="namn eller nummer" name="vem" maxLength={100} defaultValue={named['vem']} />
      <TextField label="Om vem" hint="namn eller nummer" name="om" maxLength={100} defaultValue={named['om']} />
      <SelectField
        label="Händelse"
        name="handelse"
        key={acts.length}
        defaultValue={named['handelse'] ?? ''}
        placeholder="Alla händelser"
        options={acts.map(({ nyckel, ord }) => ({ value: nyckel, label: ord }))}
      />
      <TextField label="Ärende" hint="t.ex. F-1042" name="galler" maxLength={60} defaultValue={named['galler']} />
      <DateFilter label="Från" name="fran" named={named} />
      <DateFilter label="Till" name="till" named={named} />
    </FilterForm>
  )
}
