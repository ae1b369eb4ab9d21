import { minuteText } from '#platform/contract/wall-clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { keyOf, useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { PictureStrip } from '#core/pictures/web/PictureStrip.tsx'
import { useShortcuts } from '#platform/web/office/shortcuts.ts'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { closeIcon, warningIcon } from '#platform/web/ui/icons.ts'
import { requestPageFocus, takePageFocus } from '#platform/web/ui/page-focus.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'
import { useNavigate } from 'react-router'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import { KEPT_LABEL } from '../rules.ts'
import styles from './Case.module.css'
import { CaseActions, type CaseDialog } from './CaseActions.tsx'
import { AssignDialog, MarkDialog, RevealDialog } from './CaseDialogs.tsx'
import { CaseForms } from './CaseForms.tsx'
import { ClockMark } from './ClockMark.tsx'
import { hasBegun, type OwnAct, useActing, WhenSettled } from './own-acts.tsx'
import { Redactions } from './Redactions.tsx'
import { MergeByNumberDialog, MergeDialog } from './MergeDialogs.tsx'
import { MergedReports } from './MergedReports.tsx'
import { PdfDialog } from './PdfDialog.tsx'
import { NotReloaded } from '#platform/web/office/NotReloaded.tsx'
import { QueueList } from './QueueList.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { StatePill } from './StatePill.tsx'
import { Timeline } from './Timeline.tsx'

// Seldom used, and larger than the other dialogs.
const HidePictureDialog = lazy(() => import('./HidePictureDialog.tsx'))
const HideTextDialog = lazy(() => import('./HideTextDialog.tsx'))

/** How often the case is loaded again, which also marks it as open here. */
const RELOAD_MS = 30_000
/** A fact with more characters is on a line of its own. */
const LONG_FACT = 40
/** This many of the shorter facts are shown before the events. */
const FIRST_FACTS = 4

interface CasePaneProps {
  calls: CaseCalls
  number: string
  closed: string
  onDone: () => void
  to: (number: string) => string
}

/** The open case. */
export function CasePane({ calls, number, closed, onDone, to }: CasePaneProps) {
  const navigate = useNavigate()
  const load = useCall(calls.one, { nummer: number }, { refetchInterval: RELOAD_MS, staleTime: 0 })
  const { of, failed } = keptLoad(load)
  const heading = useRef<HTMLHeadingElement>(null)
  // So that the shortcuts of the case work at once.
  useEffect(() => {
    requestPageFocus()
    takePageFocus(heading.current)
  }, [])
  return (
    <section className={styles['pane']} aria-labelledby="arende">
      <div className={styles['head']}>
        <h2 id="arende" ref={heading} tabIndex={-1}>
          <span className={styles['number']}>{number}</span> {load.data?.title}
        </h2>
        <IconButton icon={closeIcon} label="Stäng ärendet" onClick={() => void navigate(closed)} />
      </div>
      {failed && <NotReloaded />}
      {load.error?.status === 404 ? (
        <p className={styles['absent']}>Ärendet finns inte, eller så har du inte behörighet till det.</p>
      ) : (
        <Loaded of={of} skeleton={waiting}>
          {(found) => <Body found={found} calls={calls} onDone={onDone} to={to} />}
        </Loaded>
      )}
    </section>
  )
}

/** '2 andra ärenden, varav 1 öppet', '2 andra ärenden, alla avslutade'. */
function othersOf(all: number, open: number): string {
  if (all === 1) return open === 1 ? 'ett annat öppet ärende' : 'ett annat, avslutat ärende'
  if (open === 0) return `${all} andra ärenden, alla avslutade`
  return `${all} andra ärenden, varav ${open} ${open === 1 ? 'öppet' : 'öppna'}`
}

const waiting = (
  <div className={styles['body']}>
    <Skeleton lines={6} />
  </div>
)

/** The facts for which a case is opened, the less important others, and how long the case is kept. */
function factsOf({ title, details }: Case) {
  // The title says it already.
  const told = details.filter(({ label, value }) => label !== KEPT_LABEL && value !== title)
  const short = told.filter(({ value }) => value.length <= LONG_FACT).slice(0, FIRST_FACTS)
  const first = told.filter((fact) => fact.alert || short.includes(fact))
  return {
    first,
    others: told.filter((fact) => !first.includes(fact)),
    kept: details.find(({ label }) => label === KEPT_LABEL),
  }
}

function Facts({ of }: { of: Case['details'] }) {
  return of.map(({ label, value, alert, part }) => (
    <div
      key={`${label} ${part}`}
      className={classes(alert && styles['alert'])}
      data-long={alert || value.length > LONG_FACT || undefined}
    >
      <dt>{label}</dt>
      <dd>
        {alert && <Icon path={warningIcon} size={16} />}
        <span>
          <Unbroken>{value}</Unbroken>
        </span>
      </dd>
    </div>
  ))
}

interface BodyProps extends Pick<CasePaneProps, 'calls' | 'onDone' | 'to'> {
  found: Case
}

function Body({ found, calls, onDone, to }: BodyProps) {
  const [own, setOwn] = useState<OwnAct | null>(null)
  const [dialog, setDialog] = useState<CaseDialog | null>(null)
  // An employee who has left the case before the answer came, or has begun something else in it, stays where he or she is.
  const merged = useWhileHere(onDone)
  const answered = () => {
    if (!hasBegun()) merged()
  }
  const { number, version, actions, owner, marked } = found
  const reloads = [calls.one, calls.list, calls.counts, calls.views]
  const client = useQueryClient()
  // The reloaded timeline then shows what has changed.
  const onError = () => void client.invalidateQueries({ queryKey: keyOf(calls.one) })
  const onSuccess = (_done: true, body: { version: number }) => setOwn({ from: body.version, to: body.version + 1 })
  const assign = useSend(calls.assign, { once: true, reloads, said: () => `${number} är ditt`, onError, onSuccess })
  const setMark = useSend(calls.mark, { once: true, reloads, onError, onSuccess })
  const acting = useActing({ calls, found })
  const may = (action: Case['actions'][number]) => actions.includes(action)
  const take = () => {
    if (!acting) assign.submit({ number, version, owner: 'jag' })
  }
  const { first, others, kept } = factsOf(found)
  const same = found.related.filter(({ ended }) => !ended)
  useShortcuts([
    ...(may('take') ? [{ key: 'm', label: 'Ta ärendet', run: take }] : []),
    ...(may('assign') ? [{ key: 'a', label: 'Tilldela ärendet', run: () => setDialog('assign') }] : []),
  ])
  const error = assign.error ?? setMark.error
  // If the reporter has written no text, these facts say what has happened, and are shown before the events.
  const more = others.length > 0 && (
    <section className={styles['part']}>
      <h3>{found.text ? 'Fler uppgifter' : 'Uppgifter'}</h3>
      <dl className={styles['facts']}>
        <Facts of={others} />
      </dl>
    </section>
  )
  const ofDialog = { found, calls, onActed: setOwn, onClose: () => setDialog(null) }
  return (
    <>
      <div className={styles['body']}>
        <div className={styles['states']}>
          <StatePill state={found.state} />
          {found.clock && <ClockMark clock={found.clock} whole />}
          {marked && found.marking && (
            <StatusPill tone="red" icon={warningIcon}>
              {found.marking}
            </StatusPill>
          )}
          <span className={styles['owner']}>{owner ? `Handläggs av ${owner.name}` : 'Ingen handläggare'}</span>
        </div>
        {found.viewers.length > 0 && (
          <Notice kind="info">{`${found.viewers.join(', ')} tittar också på ärendet.`}</Notice>
        )}
        {found.demands.length > 0 && (
          <Notice kind="warning" title="Innan ärendet kan avslutas" live={false}>
            <ul className={styles['demands']}>
              {found.demands.map((demand) => (
                <li key={demand}>{demand}</li>
              ))}
            </ul>
          </Notice>
        )}
        {found.repeats && <Notice kind="warning">{found.repeats}</Notice>}
        {error && <SaveError error={error} />}
        <CaseActions
          found={found}
          take={{ busy: acting, run: take }}
          setMark={{
            busy: acting,
            run: () =>
              !marked && (found.markAsks !== null || found.markLasts)
                ? setDialog('mark')
                : setMark.submit({ number, version, on: !marked, text: '' }),
          }}
          open={setDialog}
        />
        {found.text && <blockquote className={styles['text']}>{found.text}</blockquote>}
        <PictureStrip pictures={found.pictures} call={calls.picture} of={number} />
        <dl className={styles['facts']}>
          <div>
            <dt>Inkom</dt>
            <dd>{minuteText(found.received)}</dd>
          </div>
          {found.reporter && (
            <div>
              <dt>{calls.words.sent}</dt>
              <dd>{found.reporter}</dd>
            </div>
          )}
          <Facts of={first} />
        </dl>
        {found.masked && (
          <div className={styles['actions']}>
            <Button onClick={() => setDialog('reveal')}>Visa vem som anmält</Button>
          </div>
        )}
        <MergedReports found={found} calls={calls} to={to} />
        {found.related.length > 0 && (
          <details className={styles['related']}>
            <summary>
              <Unbroken>{`${found.about}: ${othersOf(found.related.length, same.length)}`}</Unbroken>
            </summary>
            <QueueList
              label={`Andra ärenden om ${found.about}`}
              rows={found.related}
              open={null}
              to={to}
              marking={calls.words.marking}
            />
          </details>
        )}
        {!found.text && more}
        <Redactions found={found} calls={calls} onActed={setOwn} />
        <CaseForms found={found} calls={calls} onFilled={setOwn} />
        <Timeline events={found.events} person={calls.words.person} />
        {found.text && more}
        {kept && (
          <p className={styles['kept']}>
            {kept.label} {kept.value}
          </p>
        )}
      </div>
      {(may('answer') || may('note')) && (
        <ReplyBox found={found} calls={calls} own={own} onActed={setOwn} onDone={answered} />
      )}
      {dialog && (
        <WhenSettled calls={calls} found={found}>
          {dialog === 'assign' && <AssignDialog {...ofDialog} />}
          {dialog === 'mark' && <MarkDialog {...ofDialog} />}
          {dialog === 'reveal' && <RevealDialog {...ofDialog} />}
          {dialog === 'pdf' && <PdfDialog {...ofDialog} />}
          <Suspense>
            {dialog === 'hide' && <HideTextDialog {...ofDialog} />}
            {dialog === 'hide-picture' && <HidePictureDialog {...ofDialog} />}
          </Suspense>
          {dialog === 'merge' && found.mergesAny && <MergeByNumberDialog {...ofDialog} onDone={merged} />}
          {dialog === 'merge' && !found.mergesAny && <MergeDialog {...ofDialog} onDone={merged} />}
        </WhenSettled>
      )}
    </>
  )
}
