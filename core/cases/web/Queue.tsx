import { useEffect, useRef, useState } from 'react'
import { officeAt } from '#platform/contract/office-pages.ts'
import { useGate } from '#platform/web/calls/profile.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useOfficeScreen } from '#platform/web/office/area.ts'
import { useShortcuts } from '#platform/web/office/shortcuts.ts'
import { useHasPages } from '#platform/web/office/use-has-pages.ts'
import { WayBack } from '#platform/web/office/WayBack.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { counted } from '#platform/web/ui/announce.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { dutiesIcon, okIcon, plusIcon } from '#platform/web/ui/icons.ts'
import { LazyView } from '#platform/web/shell/LazyView.tsx'
import { usePageTurnTo } from '#platform/web/shell/page-turn.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { useFocusOf } from '#platform/web/ui/panes/use-focus-of.ts'
import { useWide } from '#platform/web/ui/use-media.ts'
import type { CaseList } from '../contract.ts'
import { BulkBar } from './BulkBar.tsx'
import { CasePane } from './CasePane.tsx'
import { Filters } from './Filters.tsx'
import styles from './Queue.module.css'
import { QueueList } from './QueueList.tsx'
import type { QueueEntry } from './queue-entry.ts'
import { ListExport } from './ListExport.tsx'
import { useChoice } from './use-choice.ts'
import { keyOfList, useQueueAddress } from './use-queue-address.ts'
import { Views } from './Views.tsx'
import { WorkListLink } from './WorkListLink.tsx'

const AGAIN_MS = 60_000
const none: CaseList = { rows: [], hasMore: false, states: [] }

/** A queue of the office: its views, its list and the open case; on a phone the list or the case. */
export default function Queue() {
  // Only the screens of queues render this component.
  const { calls, title, above, enter } = useOfficeScreen() as QueueEntry
  const passes = useGate()
  const wide = useWide()
  const { query, open, to, goTo, filter, turnBack } = useQueueAddress()
  const list = useRef<HTMLElement>(null)
  usePageTurnTo(wide ? null : open)
  useFocusOf(list, open)
  const load = useCall(calls.list, query, {
    failedText: 'Listan kunde inte hämtas',
    keepPrevious: true,
    refetchInterval: AGAIN_MS,
  })
  const { rows, hasMore, states } = load.data ?? none
  // Whether the rows are those of the list before, because this one has not come yet.
  const passing = load.isPlaceholderData
  const hasPages = useHasPages((query.sida ?? 0) > 0 || hasMore, passing)
  // Only what the employee has asked for is announced, not what a reload has changed.
  const asked = JSON.stringify(query)
  const [found, setFound] = useState({ asked: '', text: '' })
  if (load.data && !passing && found.asked !== asked) setFound({ asked, text: foundText(load.data) })
  // A later page whose cases have left the list, as after a change of all of them: the view is not empty.
  const emptied = load.data !== undefined && rows.length === 0 && !passing && (query.sida ?? 0) > 0
  useEffect(() => {
    if (emptied) turnBack()
  })
  const choice = useChoice(calls, query, rows)
  const changes = passes(calls.bulk.gate) && rows.some(({ becomes }) => becomes.length > 0)
  const at = rows.findIndex(({ number }) => number === open)
  const step = (by: number) => {
    const focused = rows.findIndex(({ number }) => number === document.activeElement?.getAttribute('data-row'))
    const next = rows[(open === null ? focused : at) + by] ?? rows[by > 0 && open === null && focused < 0 ? 0 : -1]
    if (!next) return
    if (open === null) focusRow(next.number)
    else goTo(next.number)
  }
  const chooseFocused = () => {
    const number = open ?? document.activeElement?.getAttribute('data-row')
    if (number && changes && !passing) choice.choose(number, false)
  }
  useShortcuts([
    { key: 'j', label: 'Nästa ärende', run: () => step(1) },
    { key: 'k', label: 'Föregående ärende', run: () => step(-1) },
    { key: 'Enter', label: 'Öppna ärendet', run: () => void (open === null && rows[0] && goTo(rows[0].number)) },
    ...(changes
      ? [
          { key: 'x', label: 'Välj ärendet', run: chooseFocused },
          { key: 'X', label: 'Välj alla i listan', run: choice.all.run },
        ]
      : []),
    { key: '/', label: 'Sök i kön', run: () => document.querySelector<HTMLElement>('#sok')?.focus() },
    ...(open === null ? [] : [{ key: 'Escape', label: 'Stäng ärendet', run: () => goTo(null) }]),
  ])
  // Opens the case that follows the handled one in the list as it was before the act.
  const onDone = () => {
    const next = rows[at + 1] ?? rows[at - 1]
    goTo(next && next.number !== open ? next.number : null)
  }
  const pane = open !== null && (
    <CasePane key={open} calls={calls} number={open} closed={to(null)} onDone={onDone} to={to} />
  )
  const onlyCase = !wide && pane
  return (
    <>
      {onlyCase && (
        <>
          <VisuallyHidden>
            <h1>{title}</h1>
          </VisuallyHidden>
          <WayBack to={to(null)}>{title}</WayBack>
          {onlyCase}
        </>
      )}
      <div className={styles['queue']} data-open={open !== null || undefined} hidden={Boolean(onlyCase)}>
        <section ref={list} className={styles['list']} aria-label={title}>
          {!onlyCase && (
            <>
              <PageHeader
                title={title}
                actions={
                  enter && passes(enter.gate) ? (
                    <ButtonLink icon={plusIcon} to={officeAt(enter.path)}>
                      <EnterWords of={calls.words.entering.title} />
                    </ButtonLink>
                  ) : undefined
                }
              />
              {above && <LazyView load={above} waiting={null} />}
              <WorkListLink kind={calls.kind} />
              <Views calls={calls} query={query} />
              <Filters query={query} states={states} onFilter={filter} sought={calls.words.sought} />
              {choice.all.failed && <Notice kind="error">Listan kunde inte hämtas. Försök igen.</Notice>}
            </>
          )}
          {/* Also rendered behind the case on a phone, so that the result of a change of several cases is shown afterwards. */}
          {passes(calls.bulk.gate) && (
            <BulkBar list={keyOfList(query)} calls={calls} choice={choice} behind={Boolean(onlyCase)} />
          )}
          {!onlyCase && (
            <>
              <Loaded of={load} skeleton={<Skeleton shape="rows" lines={8} />} said={() => found.text}>
                {() =>
                  rows.length > 0 ? (
                    <QueueList
                      label={title}
                      rows={rows}
                      open={open}
                      to={to}
                      passing={passing}
                      marking={calls.words.marking}
                      chosen={new Set(choice.numbers)}
                      {...(changes && { onChoose: choice.choose })}
                      // On a phone this box is left out until something is chosen: the list begins with its cases.
                      all={changes && (wide || choice.numbers.length > 0 || choice.all.busy) ? choice : undefined}
                    />
                  ) : emptied || passing ? (
                    <Skeleton shape="rows" lines={8} />
                  ) : (
                    <EmptyState icon={okIcon} title={query.sok ? 'Inga träffar' : 'Här är det tomt'}>
                      {query.sok
                        ? 'Med Sök ärenden, överst, söker du i alla köer.'
                        : 'Inga ärenden i den här vyn just nu.'}
                    </EmptyState>
                  )
                }
              </Loaded>
              {hasPages && (
                <Pages page={query.sida ?? 0} hasMore={hasMore} onPage={(sida) => filter({ ...query, sida })} />
              )}
              {rows.length > 0 && <ListExport calls={calls} query={query} title={title} chosen={choice.numbers} />}
            </>
          )}
        </section>
        {wide &&
          (pane || (
            <div className={styles['nothing']}>
              {rows.length > 0 && <EmptyState icon={dutiesIcon} title="Välj ett ärende i listan" />}
            </div>
          ))}
      </div>
    </>
  )
}

/** Hides the end of 'Ny anmälan åt någon', which has no room beside the heading. */
function EnterWords({ of }: { of: string }) {
  const [what = '', whom] = of.split(/(?= åt )/)
  return (
    <span>
      {what}
      {whom && <VisuallyHidden>{whom}</VisuallyHidden>}
    </span>
  )
}

function Pages({ page, hasMore, onPage }: { page: number; hasMore: boolean; onPage: (page: number) => void }) {
  return (
    <div className={styles['pages']}>
      <Button aria-disabled={page === 0} onClick={() => onPage(page - 1)}>
        Föregående
      </Button>
      <Button aria-disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Nästa
      </Button>
    </div>
  )
}

const foundText = ({ rows, hasMore }: CaseList) =>
  `${counted(rows.length, 'Inga ärenden', 'Ett ärende', 'ärenden')}${hasMore ? ', listan har fler' : ''}`

function focusRow(number: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(number)}"]`)?.focus()
}
