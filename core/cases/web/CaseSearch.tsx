import { useEffect, useRef, useState } from 'react'
import { officeAt } from '#platform/contract/office-pages.ts'
import { isSearchable, longestSearch } from '#platform/contract/search.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useOfficeScreens } from '#platform/web/office/area.ts'
import { useLater } from '#platform/web/page/use-later.ts'
import type { SearchProps } from '#platform/web/shell/area.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { searchCases } from '../office-calls.ts'
import type { FoundCases } from '../search.ts'
import styles from './CaseSearch.module.css'
import { QueueList } from './QueueList.tsx'

/** A fast typist's pause. */
const PAUSE_MS = 200
const none: FoundCases = { rows: [], hasMore: false }

/** Finds cases in every queue that the employee may see. What is typed is kept nowhere. */
export default function CaseSearch({ onClose }: SearchProps) {
  const screens = useOfficeScreens()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which puts the focus on its first button.
  useEffect(() => field.current?.focus(), [])
  const asked = useLater(typed.trim(), PAUSE_MS)
  const enabled = isSearchable(asked)
  const load = useCall(searchCases, { q: asked }, { enabled, keepPrevious: true })
  const { rows, hasMore } = enabled ? (load.data ?? none) : none
  const isCurrent = enabled && asked === typed.trim() && !load.isFetching
  const titleOf = (kind: string) => screens.find(({ path }) => path === kind)?.title ?? kind
  const to = (number: string) => {
    const kind = rows.find((row) => row.number === number)?.kind ?? ''
    return `${officeAt(kind)}?${new URLSearchParams({ sok: number, visa: number }).toString()}`
  }
  return (
    <Dialog title="Sök ärenden" broad onClose={onClose}>
      <div className={styles['search']}>
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
            onChange={({ target }) => setTyped(target.value)}
          />
        </search>
        <p className={styles['state']} aria-live="polite">
          {!enabled
            ? 'Nummer, fordon eller ord ur anmälan, i alla köer som du ser. Känsliga ärenden hittas bara på nummer.'
            : isCurrent
              ? hasMore
                ? 'De 20 bästa träffarna. Skriv ett ord till för att hitta fler.'
                : counted(rows.length, 'Inga träffar', 'En träff', 'träffar')
              : 'Söker..'}
        </p>
        {load.isError && !load.isFetching && (
          <Failed onRetry={() => void load.refetch()}>Sökningen gick inte att göra</Failed>
        )}
        {rows.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links in it are what is clicked
          <div onClick={({ target }) => (target as Element).closest('a') && onClose()}>
            <QueueList
              label="Träffar"
              marking="Märkt"
              rows={rows.map((row) => ({ ...row, facts: [titleOf(row.kind), ...row.facts] }))}
              open={null}
              to={to}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
