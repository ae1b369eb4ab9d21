import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { longestSearch } from '#platform/contract/search.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useReached } from '#platform/web/page/reach.ts'
import { removeStored, store } from '#platform/web/page/stored.ts'
import type { SearchProps } from '#platform/web/shell/area.ts'
import { slashOffKey } from '#platform/web/shell/search.ts'
import { slashOpens } from '#platform/web/shell/search-keys.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import { Toggle } from '#platform/web/ui/Toggle.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import styles from './SearchDialog.module.css'
import { type Hit, useSearch } from './use-search.ts'

const linksIn = (list: HTMLElement | null) => [...(list?.querySelectorAll('a') ?? [])]

/** Everything that the employee may see, found while it is typed. What is typed is kept nowhere. */
export default function SearchDialog({ onClose }: SearchProps) {
  const [typed, setTyped] = useState('')
  const { groups, searchable, error, current, again } = useSearch(typed)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // Enter before the answer has come opens its first hit.
  const hurry = useRef<string | null>(null)
  const wide = useWide()
  const reached = useReached()
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0)

  // After the dialog has opened, which puts the focus on its first button.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (hurry.current !== typed || !current) return
    hurry.current = null
    linksIn(list.current)[0]?.click()
  }, [typed, current])

  const move = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const all = linksIn(list.current)
    const at = all.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'ArrowDown') (all[at + 1] ?? all[at])?.focus()
    else if (event.key === 'ArrowUp') (all[at - 1] ?? field.current)?.focus()
    else if (event.key === 'Enter' && event.target === field.current) {
      if (current) all[0]?.click()
      else hurry.current = typed
    } else return
    event.preventDefault()
  }

  return (
    <Dialog title="Sök" broad onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field and the links have the keyboard; the arrows move between them */}
      <div className={styles['search']} onKeyDown={move}>
        <search>
          <TextField
            ref={field}
            label="Vad letar du efter?"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestSearch}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </search>
        <p className={styles['state']} aria-live="polite">
          {!searchable
            ? 'Sidor, kontakter, nyheter, dokument och dina rapporter, också med nummer som F-1120.'
            : current || error
              ? counted(total, 'Inga träffar', 'En träff', 'träffar')
              : total === 0
                ? 'Söker ..'
                : ''}
        </p>
        {searchable && !reached && <p className={styles['state']}>Utan täckning hittas bara sidor och kontakter.</p>}
        {error && reached && <Failed onRetry={again}>Sökningen gick inte att göra</Failed>}
        <div ref={list} className={styles['groups']} aria-busy={(searchable && !current) || undefined}>
          {groups.map(({ kind, hits }) => (
            <HitList key={kind} kind={kind} hits={hits} onGo={onClose} />
          ))}
        </div>
        {wide && !searchable && <SlashChoice />}
      </div>
    </Dialog>
  )
}

function HitList({ kind, hits, onGo }: { kind: string; hits: readonly Hit[]; onGo: () => void }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles['kind']}>
        {kind}
      </h3>
      <ul className={styles['hits']}>
        {hits.map((hit) => (
          <li key={`${hit.href} ${hit.label}`}>
            <HitLink hit={hit} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function HitLink({ hit: { label, text, date, href }, onGo }: { hit: Hit; onGo: () => void }) {
  const face = (
    <>
      <span className={styles['label']}>{label}</span>
      {(text || date) && (
        <span className={styles['text']}>
          {date && <time dateTime={date}>{date}</time>}
          {text && date && ' · '}
          {text}
        </span>
      )}
    </>
  )
  if (!href.startsWith('/')) {
    return (
      <a className={styles['hit']} href={href}>
        {face}
      </a>
    )
  }
  return (
    <Link className={styles['hit']} to={href} onClick={onGo}>
      {face}
    </Link>
  )
}

/** A key that does something by itself can be switched off (WCAG 2.1.4). */
function SlashChoice() {
  const [on, setOn] = useState(slashOpens)
  return (
    <Toggle
      label="Tangenten / öppnar sökningen"
      checked={on}
      onChange={(checked) => {
        setOn(checked)
        if (checked) removeStored(slashOffKey)
        else store(slashOffKey, true)
      }}
    />
  )
}
