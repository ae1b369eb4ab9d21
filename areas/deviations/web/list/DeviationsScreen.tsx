import { pageAt } from '#platform/contract/pages.ts'
import { newPath } from '../paths.ts'
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
import { getDeviations } from '../../calls.ts'
import type { Deviation } from '../../contract/list.ts'
import { PAGE_SIZE } from '../../rules.ts'
import { answeredKeys } from './answered.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { DeviationList } from './DeviationList.tsx'
import styles from './DeviationsScreen.module.css'

/** How many a phone renders at a time. */
const shownAtATime = 30

type Open = { readonly what: 'details' | 'action'; readonly deviation: Deviation }

/** 'Avvikelser': the employee's own reports, and those that he or she is responsible for. */
export default function DeviationsScreen() {
  const load = useDeviations()
  useMarkSeen(load.data && answeredKeys(load.data))
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
        {(all) => {
          const hidden = all.length - room
          const more = async () => {
            if (hidden < shownAtATime && load.hasNextPage) await load.fetchNextPage()
            setRoom(room + shownAtATime)
          }
          return (
            <div className={styles['list']}>
              <DeviationList
                deviations={all.slice(0, room)}
                onDetails={(deviation) => setOpen({ what: 'details', deviation })}
                onAction={(deviation) => setOpen({ what: 'action', deviation })}
              />
              {(hidden > 0 || load.hasNextPage) && (
                <Button busy={load.isFetchingNextPage} onClick={() => void more()}>
                  {load.isFetchingNextPage ? 'Laddar..' : 'Visa fler'}
                </Button>
              )}
            </div>
          )
        }}
      </Loaded>
      {open?.what === 'details' && <DetailsDialog deviation={open.deviation} onClose={close} />}
      {open?.what === 'action' && <ActionDialog deviation={open.deviation} onClose={close} />}
    </>
  )
}

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
    meta: { failedText: 'Hämta incidentrapporter misslyckades' },
  })
}
