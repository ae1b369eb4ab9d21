import { useEffect, useRef, useState } from 'react'
import { useCall } from '#platform/web/calls/query.ts'
import { type Counted, countOf } from '#platform/web/office/count.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import type { CaseCalls } from '../calls.ts'
import type { CaseQuery } from '../contract.ts'
import { labelOf } from '../rules.ts'
import styles from './Queue.module.css'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { addressOf, keyOfList, pickedIn } from './use-queue-address.ts'

const AGAIN_MS = 60_000

/** A view without a count, since nobody waits for its cases. */
const ended = { view: 'avslutade', label: labelOf('avslutade', '') } as const

/** The queue's views, then the saved ones, each with its number of cases. */
export function Views({ calls, query }: { calls: CaseCalls; query: CaseQuery }) {
  const { data: builtIn = [] } = useCall(calls.counts, undefined, { refetchInterval: AGAIN_MS })
  const { data: saved } = useCall(calls.views, undefined, { refetchInterval: AGAIN_MS })
  const [dialog, setDialog] = useState(false)
  const [more, setMore] = useState(false)
  const wide = useWide()
  const picked = pickedIn(query)
  const { vy, ...narrowed } = picked
  const shown = keyOfList(query)
  const isNarrowed = Object.keys(narrowed).length > 0
  const current = saved?.views.find((view) => keyOfList(view.query) === shown) ?? null
  const builtInCurrent = isNarrowed ? null : (vy ?? 'oppna')
  const isCurrent = (view: string) => view === builtInCurrent || (isNarrowed && !current && view === vy)
  // Views without cases are left out until all are asked for. A phone shows all, because it has no room for that button.
  const isShown = ({ view, ...counted }: { view: string; count?: number }) =>
    !wide || more || isCurrent(view) || (counted.count ?? 0) > 0
  const ofQueue = [...builtIn, ended].filter(isShown)
  const own = saved?.views ?? []
  const at = current ? ofQueue.length + own.indexOf(current) : ofQueue.findIndex(({ view }) => isCurrent(view))
  const row = useRef<HTMLUListElement>(null)
  // The views are a row that scrolls: the open one stays in view, also when those before it have loaded.
  useEffect(() => {
    const list = row.current
    if (!list) return undefined
    const show = () => {
      const here = list.children[at]
      if (here instanceof HTMLElement)
        list.scrollTo({
          left: here.offsetLeft - list.offsetLeft - (list.clientWidth - here.offsetWidth) / 2,
          top: here.offsetTop - list.offsetTop,
        })
    }
    show()
    // The row breaks elsewhere if its width changes, or if all views are shown or no longer shown.
    const watch = new ResizeObserver(show)
    watch.observe(list)
    return () => watch.disconnect()
  }, [at])
  const keep = saved && (current ? current.mine : isNarrowed) && (
    <Button kind="quiet" onClick={() => setDialog(true)}>
      {current ? 'Ändra vyn' : 'Spara vyn som …'}
    </Button>
  )
  return (
    <>
      <nav aria-label="Vyer" className={styles['views']} data-all={(wide && more) || undefined}>
        <ul ref={row}>
          {ofQueue.map(({ view, label, ...counted }) => (
            <View
              key={view}
              to={addressOf(calls.kind, { vy: view })}
              label={label}
              counted={'count' in counted ? counted : null}
              isUnread={'count' in counted && counted.unread}
              isCurrent={isCurrent(view)}
            />
          ))}
          {own.map(({ id, name, by, query: kept, count, more }) => (
            <View
              key={id}
              to={addressOf(calls.kind, kept)}
              label={name}
              title={by === null ? undefined : `Delas av ${by}`}
              counted={{ count, more }}
              isCurrent={id === current?.id}
            />
          ))}
        </ul>
        {wide && (
          <button type="button" className={styles['view']} aria-expanded={more} onClick={() => setMore(!more)}>
            {more ? 'Färre' : 'Fler'}
          </button>
        )}
      </nav>
      {/* Outside the row: at the end of a row that scrolls it would not be seen. */}
      {keep && <div className={styles['keep']}>{keep}</div>}
      {saved && dialog && (
        <SaveViewDialog
          calls={calls}
          view={current}
          query={picked}
          roles={saved.roles}
          onClose={() => setDialog(false)}
        />
      )}
    </>
  )
}

interface ViewProps {
  to: string
  label: string
  title?: string | undefined
  counted: Counted | null
  isUnread?: boolean
  isCurrent: boolean
}

function View({ to, label, title, counted, isUnread, isCurrent }: ViewProps) {
  return (
    <li>
      <Link to={to} className={styles['view']} title={title} aria-current={isCurrent ? 'page' : undefined}>
        {isUnread && (
          <span className={styles['dot']}>
            <VisuallyHidden>Olästa. </VisuallyHidden>
          </span>
        )}
        <span className={styles['label']}>{label}</span>
        {counted && <b>{countOf(counted)}</b>}
      </Link>
    </li>
  )
}
