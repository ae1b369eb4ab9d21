import { pageAt } from '#platform/contract/pages.ts'
import { newPath } from '../paths.ts'
import { reportsFailed } from '../failures.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import { send } from '#platform/web/wire/client.ts'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { plusIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { byText, type Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { TwoPanes } from '#platform/web/ui/panes/TwoPanes.tsx'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { getDeviations } from '../../calls.ts'
import type { Deviation } from '../../contract/list.ts'
import { PAGE_SIZE } from '../../rules.ts'
import { answeredKeys } from './answered.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { detailsOf } from '../../contract/details.ts'
import { DetailsDialog } from './DetailsDialog.tsx'
import { DeviationList } from './DeviationList.tsx'
import { DeviationPane } from './DeviationPane.tsx'
import styles from './DeviationsScreen.module.css'
import { dateOf } from './moments.ts'
import { Status } from './Status.tsx'

/** How many reports a phone renders at a time. */
const shownAtATime = 30

const sorts: readonly [Sort<Deviation>, ...Sort<Deviation>[]] = [
  { label: 'Nyast först' },
  { label: 'Äldst först', compare: byText(({ skapadDatum }) => skapadDatum) },
  { label: 'Rubrik', compare: byText(({ rubrik }) => rubrik) },
  { label: 'Plats', compare: byText(({ plats }) => plats) },
]

const statusOf = ({ status }: Deviation) => status

/** The text that a search looks in: the row's and its details'. */
const wordsOf = (deviation: Deviation) =>
  [
    deviation.rubrik,
    deviation.atgard,
    deviation.skapadAv,
    deviation.incidentDatum,
    ...detailsOf(deviation).flat(),
  ].join(' ')

type Open = { readonly what: 'details' | 'action'; readonly deviation: Deviation }

/** 'Avvikelser': the employee's own reports, and those that the employee is responsible for. */
export default function DeviationsScreen() {
  const load = useDeviations()
  useMarkSeen(load.data && answeredKeys(load.data))
  const { chosen, to } = useChosen()
  const [room, setRoom] = useState(shownAtATime)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Avvikelser"
        actions={
          <ButtonLink kind="primary" icon={plusIcon} to={pageAt(newPath)}>
            Skapa ny
          </ButtonLink>
        }
      />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {(all) => (
          <ListTools
            of={all}
            words={wordsOf}
            sorts={sorts}
            filter={{ label: 'Status', of: statusOf }}
            more={load.hasNextPage}
            fetchMore={() => void load.fetchNextPage()}
          >
            {(fitting) => {
              const upTo = Math.max(room, fitting.findIndex(({ nummer }) => nummer === chosen) + 1)
              const hidden = fitting.length - upTo
              const more = async () => {
                if (hidden < shownAtATime && load.hasNextPage) await load.fetchNextPage()
                setRoom(upTo + shownAtATime)
              }
              const rows = fitting.slice(0, upTo)
              return (
                <div className={styles['list']}>
                  <TwoPanes
                    label="Avvikelser"
                    all={all}
                    rows={rows}
                    line={lineOf}
                    list={
                      <DeviationList
                        deviations={rows}
                        to={to}
                        onDetails={(deviation) => setOpen({ what: 'details', deviation })}
                        onAction={(deviation) => setOpen({ what: 'action', deviation })}
                      />
                    }
                    title={({ rubrik }) => rubrik}
                    pane={(deviation) => <DeviationPane deviation={deviation} />}
                    dialog={(deviation, onClose) => <DetailsDialog deviation={deviation} onClose={onClose} />}
                  />
                  {(hidden > 0 || load.hasNextPage) && (
                    <Button busy={load.isFetchingNextPage} onClick={() => void more()}>
                      {load.isFetchingNextPage ? 'Laddar..' : 'Visa fler'}
                    </Button>
                  )}
                </div>
              )
            }}
          </ListTools>
        )}
      </Loaded>
      {open?.what === 'details' && <DetailsDialog deviation={open.deviation} onClose={close} />}
      {open?.what === 'action' && <ActionDialog deviation={open.deviation} onClose={close} />}
    </>
  )
}

const lineOf = (deviation: Deviation) => ({
  id: deviation.nummer,
  title: deviation.rubrik,
  facts: `${dateOf(deviation.incidentDatum)} · ${deviation.plats}`,
  aside: <Status of={deviation} />,
})

function useDeviations() {
  return useInfiniteQuery<Deviation[], ApiError, Deviation[], readonly unknown[], number>({
    queryKey: keyOf(getDeviations),
    queryFn: ({ pageParam, signal }) =>
      send(getDeviations, { query: pageParam === 0 ? undefined : { page: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.length < PAGE_SIZE ? undefined : all.length),
    select: ({ pages }) => {
      // A new report shifts the others: the last of one page is then also the first of the next.
      const byId = new Map(pages.flat().map((deviation) => [deviation.id, deviation]))
      return [...byId.values()]
    },
    meta: { failedText: reportsFailed },
  })
}
