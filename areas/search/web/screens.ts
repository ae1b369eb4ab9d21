import { pageAt, startPage } from '#platform/contract/pages.ts'
import { wordsIn } from '#platform/contract/search.ts'
import type { Navigation } from '#platform/web/shell/navigation.ts'

export interface FoundScreen {
  readonly label: string
  /** What else is to be said of it. */
  readonly text: string
  readonly to: string
}

/** A screen may be on several menus: it is found once, by whichever label has the words. */
export function screensIn({ menu, own, reports }: Pick<Navigation, 'menu' | 'own' | 'reports'>): FoundScreen[] {
  const entries: readonly FoundScreen[] = [
    { label: 'Hem', text: '', to: startPage },
    ...[...menu, ...own].map(({ label, path }) => ({ label, text: '', to: pageAt(path) })),
    ...reports.map(({ label, path }) => ({ label, text: 'Ny rapport', to: pageAt(path) })),
  ]
  return [...new Map(entries.map((entry) => [`${entry.to} ${entry.label}`, entry])).values()]
}

const MOST_SCREENS = 5

/** The screens whose label has every typed word, at its beginning first. Anywhere in a word, since Swedish joins them: 'rapport' finds 'Tidrapport'. */
export function findScreens(screens: readonly FoundScreen[], typed: string): FoundScreen[] {
  const words = wordsIn(typed)
  const rankOf = ({ label }: FoundScreen) => {
    const own = wordsIn(label)
    if (!words.every((word) => own.some((each) => each.includes(word)))) return 2
    return words.every((word) => own.some((each) => each.startsWith(word))) ? 0 : 1
  }
  return screens
    .map((screen) => ({ screen, rank: rankOf(screen) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_SCREENS)
    .map(({ screen }) => screen)
}
