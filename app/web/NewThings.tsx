import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOwnAnswers } from '#core/cases/own-calls.ts'
import { type Gate, inOffice } from '#platform/contract/claims.ts'
import { pageAt } from '#platform/contract/pages.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import { fetchRecent } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { isNew, markSeen, noteFirst, useSeen } from '#platform/web/calls/seen.ts'
import { fetchView, LazyView } from '#platform/web/shell/LazyView.tsx'
import type { NewThing, WebArea } from '#platform/web/shell/area.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { chevronRightIcon } from '#platform/web/ui/icons.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { lateThingsKey, newThingsKey, officeQueuesKey } from './new-things-key.ts'
import styles from './NewThings.module.css'

/**
 * How long answers are waited for, in milliseconds. Later ones are shown at the end of the page, so that nothing waits for them and
 * nothing moves.
 */
const LONGEST_MS = 2500
/** A longer list would push the news off the screen. */
const MOST_SHOWN = 5

const officeQueues = () => import('./OfficeQueues.tsx')

type Source = Pick<NonNullable<WebArea['newThings']>, 'load'>

/** The office's answers, from all its queues. */
const ofOffice: Source = { load: () => Promise.resolve({ default: newAnswers }) }

/** What is shown of each source, at its usual place and at the end of the page. */
const inTime = new Map<Source, readonly NewThing[]>()
const afterwards = new Map<Source, readonly NewThing[]>()

/**
 * Asks the areas for new things. An area that fails is left out, and one that is late is shown by `LateThings`; asked again, both keep what
 * is shown of them. If `queues` is true and the employee has a role in the office, this also waits for the office's queues, because otherwise
 * they would move the news below.
 */
export async function askFor(
  areas: readonly WebArea[],
  passes: (gate: Gate | undefined) => boolean,
  queues: boolean,
): Promise<readonly NewThing[]> {
  const waiting = queues && passes(inOffice) && askForQueues(passes).catch(() => {})
  const sources = [
    ...areas.flatMap(({ newThings }) => (newThings && passes(newThings.gate) ? [newThings] : [])),
    ofOffice,
  ]
  if (queryClient.getQueryData(newThingsKey) === undefined) {
    inTime.clear()
    afterwards.clear()
  }
  const asked = sources.map((source) =>
    source
      .load()
      .then((area) => area.default())
      .catch(() => undefined),
  )
  const first = await Promise.all(asked.map((answer) => Promise.race([answer, soon()])))
  await waiting
  for (const [at, source] of sources.entries()) {
    const answer = first[at]
    if (answer === late) void asked[at]?.then((things) => addLate(source, things))
    else if (answer) {
      inTime.set(source, answer)
      afterwards.delete(source)
    }
  }
  showLate()
  void Promise.all(asked).then((answers) => {
    if (answers.every(Boolean)) noteFirst(answers.flatMap(unknownAge))
  })
  return sources.flatMap((source) => inTime.get(source) ?? [])
}

async function askForQueues(passes: (gate: Gate | undefined) => boolean): Promise<void> {
  const timeout = soon()
  const [, { fetchQueues }] = await Promise.all([fetchView(officeQueues), import('./office-queues.ts')])
  const answer = await Promise.race([fetchQueues(passes), timeout])
  if (answer !== late) queryClient.setQueryData(officeQueuesKey, answer)
}

const late = Symbol('late')

const soon = () => new Promise<typeof late>((resolve) => setTimeout(() => resolve(late), LONGEST_MS))

const showLate = () => queryClient.setQueryData<readonly NewThing[]>(lateThingsKey, [...afterwards.values()].flat())

/** Things that are shown at their usual place are skipped. */
function addLate(source: Source, things: readonly NewThing[] | undefined): void {
  if (!things) return
  const known = new Set(inTime.get(source)?.map(({ key }) => key))
  afterwards.set(
    source,
    things.filter(({ key }) => !known.has(key)),
  )
  showLate()
}

const unknownAge = (things: readonly NewThing[] = []) => things.flatMap(({ key, at }) => (at === null ? key : []))

/** The office's answers to the employee, from all its queues. */
async function newAnswers(): Promise<readonly NewThing[]> {
  const answers = await fetchRecent(getOwnAnswers, undefined)
  return answers.map(({ key, at, text, said, page }) => ({ key, at, text, said, to: pageAt(page) }))
}

/**
 * 'Nytt sedan sist': unread news, answers to the employee's reports, new documents. Below that the office's queues. Shows nothing if
 * nothing is new.
 */
export default function NewThings() {
  const { data: queues } = useQuery({ queryKey: officeQueuesKey, enabled: false })
  return (
    <>
      <Things queryKey={newThingsKey} title="Nytt sedan sist" />
      {queues !== undefined && <LazyView load={officeQueues} waiting={null} />}
    </>
  )
}

/** New things whose answers came too late for their usual place. */
export function LateThings() {
  // A screen reader lists both cards, so their names must differ.
  const isMore = useRows(newThingsKey).length > 0
  return <Things queryKey={lateThingsKey} title={isMore ? 'Mer nytt sedan sist' : 'Nytt sedan sist'} />
}

function useRows(queryKey: readonly string[]): readonly Row[] {
  const { data = [] } = useQuery<readonly NewThing[]>({ queryKey, enabled: false })
  const seen = useSeen()
  return rowsOf(data.filter((thing) => isNew(thing, seen)))
}

function Things({ queryKey, title }: { queryKey: readonly string[]; title: string }) {
  const rows = useRows(queryKey)
  const [whole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = whole ? rows : rows.slice(0, MOST_SHOWN)
  const hidden = rows.length - MOST_SHOWN
  return (
    <Card title={title} flush>
      <ul className={styles['list']}>
        {shown.map(({ text, to, said }) => (
          <li key={text}>
            <Link className={styles['row']} to={to}>
              <span className={styles['dot']} aria-hidden="true" />
              <span>{text}</span>
              <Icon path={chevronRightIcon} size={20} />
            </Link>
            {said !== undefined && <Said text={said} />}
          </li>
        ))}
        <li className={styles['acts']}>
          {hidden > 0 && (
            <Button kind="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? 'Visa färre' : `Visa ${hidden} till`}
            </Button>
          )}
          {/* With the last row the card disappears. */}
          <Button
            ref={passFocus}
            kind="quiet"
            onClick={() => {
              markSeen(shown.flatMap(({ keys }) => keys))
              announce('Markerat som läst')
            }}
          >
            Markera som läst
          </Button>
        </li>
      </ul>
    </Card>
  )
}

/** What is shown of a long text until all of it is asked for: whole words, as far as there are any. */
const MOST_SAID = 160
const beginning = /^.{1,160}(?=\s)|^.{1,160}/su

function Said({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const isLong = text.length > MOST_SAID
  return (
    <div className={styles['said']}>
      <p>{whole || !isLong ? text : `${beginning.exec(text)?.[0].trim()} …`}</p>
      {isLong && (
        <Button kind="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Visa mindre' : 'Visa hela texten'}
        </Button>
      )}
    </div>
  )
}

interface Row {
  readonly text: string
  readonly said?: string | undefined
  readonly to: string
  readonly keys: readonly string[]
}

/** A thing without a time was not there at the last visit, so it counts as the newest. */
const atOf = ({ at }: NewThing) => at ?? '9999'

const kindOf = ({ key, several }: NewThing) => several?.text ?? key

/** Several things of a kind become one row, '3 nyheter'. These rows come first, then single things with the newest first. */
function rowsOf(things: readonly NewThing[]): Row[] {
  const kinds = [...new Set(things.map(kindOf))].map((kind) => things.filter((thing) => kindOf(thing) === kind))
  const [many, single] = [kinds.filter((alike) => alike.length > 1), kinds.filter((alike) => alike.length === 1)]
  return [
    ...many.map((alike) => rowOf(alike)),
    ...single.toSorted(([one], [other]) => earlierFirst(atOf(other!), atOf(one!))).map((alike) => rowOf(alike)),
  ]
}

function rowOf(alike: readonly NewThing[]): Row {
  const { text, to, said, several } = alike[0]!
  const keys = alike.map(({ key }) => key)
  return several && alike.length > 1
    ? { text: `${alike.length} ${several.text}`, to: several.to, keys }
    : { text, to, said, keys }
}
