import { useId, useRef, useState } from 'react'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useReached } from '#platform/web/page/reach.ts'
import { removeStored, store } from '#platform/web/page/stored.ts'
import type { SearchProps } from '#platform/web/shell/area.ts'
import { slashOffKey } from '#platform/web/shell/search.ts'
import { slashOpens } from '#platform/web/shell/search-keys.ts'
import { SearchFrame } from '#platform/web/shell/SearchFrame.tsx'
import { counted } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import { Toggle } from '#platform/web/ui/Toggle.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import styles from './SearchDialog.module.css'
import { type Hit, useSearch } from './use-search.ts'

/** Everything that the employee may see, found while it is typed. */
export default function SearchDialog({ onClose }: SearchProps) {
  const [typed, setTyped] = useState('')
  const { groups, searchable, failure, current, notLookedThrough, lookThroughOlder } = useSearch(typed)
  const hits = useRef<HTMLElement>(null)
  const wide = useWide()
  const reached = useReached()
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  const found = () => {
    if (current && total === 0 && notLookedThrough.length > 0)
      return `Inga träffar. Äldre ${kindsOf(notLookedThrough)} är inte genomsökta.`
    if (current || (failure && !failure.busy)) return counted(total, 'Inga träffar', 'En träff', 'träffar')
    return total === 0 ? 'Söker ..' : ''
  }
  return (
    <SearchFrame
      title="Sök"
      typed={typed}
      onType={setTyped}
      current={current}
      state={
        searchable ? found() : 'Sidor, kontakter, nyheter, dokument och dina rapporter, också med nummer som F-1120.'
      }
      onClose={onClose}
    >
      {searchable && !reached && <p className={styles['text']}>Utan täckning hittas bara sidor och kontakter.</p>}
      {failure && reached && (
        <Failed busy={failure.busy} onRetry={failure.onRetry}>
          Det gick inte att söka
        </Failed>
      )}
      <section
        ref={hits}
        aria-label="Träffar"
        tabIndex={-1}
        className={styles['groups']}
        aria-busy={(searchable && !current) || undefined}
      >
        {groups.map(({ kind, hits }) => (
          <HitList key={kind} kind={kind} hits={hits} onGo={onClose} />
        ))}
      </section>
      {notLookedThrough.length > 0 && (
        <Button
          onClick={() => {
            // The button disappears.
            hits.current?.focus()
            lookThroughOlder()
          }}
        >
          Sök även bland äldre {kindsOf(notLookedThrough)}
        </Button>
      )}
      {wide && !searchable && <SlashChoice />}
    </SearchFrame>
  )
}

const kindsOf = (kinds: readonly string[]) => kinds.join(' och ').toLocaleLowerCase('sv')

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
