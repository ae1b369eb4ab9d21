import { pageAt, startPage } from '#platform/contract/pages.ts'
import { wordsIn } from '#platform/contract/search.ts'
import type { Navigation } from '#platform/web/shell/navigation.ts'

export interface FoundScreen {
  readonly label: string
  /** A further description, such as 'Ny rapport'; empty if there is none. */
  readonly text: string
  readonly to: string
}

/** The screens of the menus. A screen with the same label on several menus is listed once; each different label is listed. */
export function screensIn({ menu, own, reports }: Pick<Navigation, 'menu' | 'own' | 'reports'>): FoundScreen[] {
  const entries: readonly FoundScreen[] = [
    { label: 'Hem', text: '', to: startPage },
    ...[...menu, ...own].map(({ label, path }) => ({ label, text: '', to: pageAt(path) })),
    ...reports.map(({ label, path }) => ({ label, text: 'Ny rapport', to: pageAt(path) })),
  ]
  return [...new Map(entries.map((entry) => [`${entry.to} ${entry.label}`, entry])).values()]
}

const MOST_SCREENS = 5

/**
 * The screens whose label contains every typed word. Labels with words that begin with the typed ones come first. A match may be anywhere
 * in a word, since Swedish joins words: 'rapport' finds 'Tidrapport'.
 */
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
