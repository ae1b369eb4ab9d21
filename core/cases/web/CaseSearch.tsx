import { useState } from 'react'
import { officeAt } from '#platform/contract/office-pages.ts'
import { isSearchable } from '#platform/contract/search.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useOfficeScreens } from '#platform/web/office/area.ts'
import { useLater } from '#platform/web/page/use-later.ts'
import type { SearchProps } from '#platform/web/shell/area.ts'
import { SearchFrame } from '#platform/web/shell/SearchFrame.tsx'
import { counted } from '#platform/web/ui/announce.ts'
import { searchCases } from '../office-calls.ts'
import type { FoundCases } from '../search.ts'
import { QueueList } from './QueueList.tsx'

/** Longer than the pauses of fast typing, so that no request is made for each letter. */
const PAUSE_MS = 200
const none: FoundCases = { rows: [], hasMore: false }

/** Finds cases in every queue that the employee may see. */
export default function CaseSearch({ onClose }: SearchProps) {
  const screens = useOfficeScreens()
  const [typed, setTyped] = useState('')
  const asked = useLater(typed.trim(), PAUSE_MS)
  const enabled = isSearchable(asked)
  const load = useCall(searchCases, { q: asked }, { enabled, keepPrevious: true })
  const failure = useFailure(load)
  const { rows, hasMore } = enabled ? (load.data ?? none) : none
  const isCurrent = enabled && asked === typed.trim() && !load.isFetching
  const titleOf = (kind: string) => screens.find(({ path }) => path === kind)?.title ?? kind
  const to = (number: string) => {
    const kind = rows.find((row) => row.number === number)?.kind ?? ''
    return `${officeAt(kind)}?${new URLSearchParams({ sok: number, visa: number }).toString()}`
  }
  const found = () => {
    if (!isCurrent) return 'Söker..'
    if (hasMore) return 'De 20 bästa träffarna. Skriv ett ord till för att hitta fler.'
    return counted(rows.length, 'Inga träffar', 'En träff', 'träffar')
  }
  return (
    <SearchFrame
      title="Sök ärenden"
      typed={typed}
      onType={setTyped}
      current={isCurrent}
      state={
        enabled
          ? found()
          : 'Nummer, fordon eller ord ur anmälan, i alla köer som du ser. Känsliga ärenden hittas bara på nummer.'
      }
      onClose={onClose}
    >
      {failure && (
        <Failed busy={failure.busy} onRetry={failure.onRetry}>
          Det gick inte att söka
        </Failed>
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
    </SearchFrame>
  )
}
