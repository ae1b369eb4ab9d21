import { useState } from 'react'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { bulbIcon } from '#platform/web/ui/icons-more.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { byText, type Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { Pager } from '#platform/web/ui/panes/Pager.tsx'
import { RowLink } from '#platform/web/ui/panes/Rows.tsx'
import { TwoPanes } from '#platform/web/ui/panes/TwoPanes.tsx'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { getSuggestions } from '../calls.ts'
import type { Suggestion } from '../contract.ts'
import { mayHaveMore } from '../rules.ts'
import { SuggestionCard, SuggestionFacts } from './SuggestionCard.tsx'
import styles from './SuggestionsScreen.module.css'

/** The text that the table opens in a modal. */
interface Opened {
  readonly title: 'Kommentarer' | 'Åtgärder'
  readonly text: string
}

interface SuggestionListProps {
  page: number
  onPage: (page: number) => void
}

const sorts: readonly [Sort<Suggestion>, ...Sort<Suggestion>[]] = [
  { label: 'Nyast först' },
  { label: 'Äldst först', compare: byText(({ datumForslag }) => datumForslag) },
  { label: 'Rubrik', compare: byText(({ rubrik }) => rubrik) },
]

const wordsOf = ({ rubrik, beskrivning, kommentarer, atgarder, skapadAv }: Suggestion) =>
  [rubrik, beskrivning, kommentarer, atgarder, skapadAv].join(' ')

/** The suggestions that the employee may see, newest first. */
export function SuggestionList({ page, onPage }: SuggestionListProps) {
  const load = useCall(
    getSuggestions,
    { page: page || undefined },
    { failedText: 'Hämta förslag misslyckades', keepPrevious: true },
  )
  useMarkSeen(load.data?.flatMap(({ eget }) => eget?.svar ?? []))
  const [opened, setOpened] = useState<Opened | null>(null)
  const { to } = useChosen()
  return (
    <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
      {(suggestions) => (
        <>
          <ListTools
            key={page}
            of={suggestions}
            words={wordsOf}
            sorts={sorts}
            filter={{ label: 'Status', of: ({ status }) => status }}
            more={page > 0 || mayHaveMore(suggestions.length)}
          >
            {(rows) => (
              <TwoPanes
                label="Förslag"
                all={suggestions}
                rows={rows}
                line={lineOf}
                list={
                  <DataView
                    label="Förslag"
                    columns={columnsOpening(setOpened, to)}
                    rows={rows}
                    rowKey={({ id }) => id}
                    tableFrom={54}
                    card={(suggestion) => <SuggestionCard suggestion={suggestion} />}
                    empty={
                      <EmptyState icon={bulbIcon} title={page === 0 ? 'Inga förslag ännu' : 'Inga äldre förslag'}>
                        {page === 0 && 'Har du en idé? Välj Skapa ny.'}
                      </EmptyState>
                    }
                  />
                }
                title={({ rubrik }) => rubrik}
                pane={(suggestion) => <SuggestionFacts suggestion={suggestion} />}
                dialog={(suggestion, close) => (
                  <Dialog title={suggestion.rubrik} onClose={close}>
                    <SuggestionFacts suggestion={suggestion} />
                  </Dialog>
                )}
              />
            )}
          </ListTools>
          <Pager what="förslag" page={page} hasMore={mayHaveMore(suggestions.length)} onPage={onPage} />
          {opened && (
            <Dialog title={opened.title} onClose={() => setOpened(null)}>
              <p className={styles['text']}>{opened.text}</p>
            </Dialog>
          )}
        </>
      )}
    </Loaded>
  )
}

const lineOf = ({ id, rubrik, datumForslag, skapadAv, status }: Suggestion) => ({
  id: String(id),
  title: rubrik,
  facts: `${datumForslag.slice(0, 10)} · ${skapadAv}`,
  aside: <StatePill state={status} />,
})

function columnsOpening(open: (what: Opened) => void, to: (id: string) => string): Column<Suggestion>[] {
  const opener = (title: Opened['title'], textOf: (row: Suggestion) => string): Column<Suggestion> => ({
    head: title,
    cell: (row) =>
      textOf(row) ? (
        <Button kind="quiet" onClick={() => open({ title, text: textOf(row) })}>
          Visa
          <VisuallyHidden>
            {' '}
            {title.toLowerCase()} till {row.rubrik}
          </VisuallyHidden>
        </Button>
      ) : (
        '–'
      ),
    tight: true,
  })
  return [
    {
      head: 'Rubrik',
      cell: ({ id, rubrik }) => (
        <RowLink id={String(id)} to={to(String(id))}>
          <span className={styles['heading']} title={rubrik}>
            {rubrik}
          </span>
        </RowLink>
      ),
    },
    {
      head: 'Datum',
      cell: (row) => (
        <span className={styles['standing']}>
          {row.datumForslag.slice(0, 10)}
          <StatePill state={row.status} />
        </span>
      ),
      tight: true,
    },
    {
      head: 'Beskrivning',
      cell: (row) => <span className={classes(styles['description'], styles['text'])}>{row.beskrivning}</span>,
    },
    { head: 'Skapad Av', cell: (row) => row.skapadAv },
    opener('Kommentarer', (row) => row.kommentarer),
    opener('Åtgärder', (row) => row.atgarder),
  ]
}
