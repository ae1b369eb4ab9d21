import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { pageAt } from '#platform/contract/pages.ts'
import { isSearchable } from '#platform/contract/search.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useLater } from '#platform/web/page/use-later.ts'
import { useAreas } from '#platform/web/shell/areas-context.ts'
import { useNavigation } from '#platform/web/shell/use-navigation.ts'
import { search } from '../calls.ts'
import { findScreens, screensIn } from './screens.ts'

export interface Hit {
  readonly label: string
  readonly text: string
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  /** A page of the portal, or a `tel:` link. */
  readonly href: string
}

export interface Hits {
  readonly kind: string
  readonly hits: readonly Hit[]
}

/** Longer than the pauses of fast typing: an answer for each letter would be out of date on arrival. */
const PAUSE_MS = 150

/** Searches for a typed text: on the phone at once, then on the server. */
export function useSearch(typed: string) {
  const areas = useAreas()
  const navigation = useNavigation()
  const asked = useLater(typed.trim(), PAUSE_MS)
  const searchable = isSearchable(typed)
  const enabled = searchable && isSearchable(asked)

  const here = useQuery({
    queryKey: ['search on the phone', asked],
    queryFn: async () => {
      const finding = areas.flatMap(({ findsHere }) => findsHere ?? [])
      return Promise.all(finding.map(async ({ kind, find }) => ({ kind, hits: await find(asked).catch(() => []) })))
    },
    enabled,
    placeholderData: (last) => last,
  })
  const [olderFor, setOlderFor] = useState<string | null>(null)
  const withOlder = olderFor === asked
  const recent = useCall(search, { q: asked }, { enabled, keepPrevious: true })
  const all = useCall(search, { q: asked, aldre: true }, { enabled: enabled && withOlder })
  // The hits stay while older things are searched, and if that search fails.
  const there = withOlder && all.data ? all : recent
  const failure = useFailure(withOlder && all.errorUpdateCount > 0 ? all : recent)

  const screens = useMemo(() => screensIn(navigation), [navigation])
  const groups = useMemo((): readonly Hits[] => {
    if (!searchable) return []
    const found: Hits[] = [
      {
        kind: 'Sidor',
        hits: findScreens(screens, typed).map(({ label, text, to }) => ({ label, text, date: null, href: to })),
      },
      ...(here.data ?? []).map(({ kind, hits }) => ({ kind, hits: hits.map((hit) => ({ ...hit, date: null })) })),
      ...(there.isError ? [] : (there.data?.grupper ?? [])).map(({ slag, traffar }) => ({
        kind: slag,
        hits: traffar.map(({ rubrik, utdrag, datum, vag }) => ({
          label: rubrik,
          text: utdrag,
          date: datum,
          href: pageAt(vag),
        })),
      })),
    ]
    return found.filter(({ hits }) => hits.length > 0)
  }, [searchable, screens, typed, here.data, there.data, there.isError])

  return {
    groups,
    searchable,
    failure: enabled ? failure : null,
    /** Whether everything shown belongs to what is typed. */
    current: searchable && asked === typed.trim() && !recent.isFetching && !all.isFetching && !here.isFetching,
    /** Kinds of which older things have not been searched. */
    notLookedThrough:
      !searchable || withOlder || there.isError || there.isPlaceholderData
        ? []
        : (there.data?.grupper ?? []).flatMap(({ slag, aldre }) => (aldre ? slag : [])),
    lookThroughOlder: () => setOlderFor(asked),
  }
}
