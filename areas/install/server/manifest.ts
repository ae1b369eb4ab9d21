import { pageAt, startPage } from '#platform/contract/pages.ts'
import { shortTitleOf, type Variant } from '#platform/contract/variant.ts'
import type { Shortcut } from '#platform/server/area.ts'
import { icons } from './icons.ts'

/** The app's web manifest: https://www.w3.org/TR/appmanifest/ */
export function manifestOf(variant: Variant, shortcuts: readonly Shortcut[]) {
  const { title, colors } = variant
  return {
    id: '/',
    name: title,
    short_name: shortTitleOf(variant),
    lang: 'sv',
    dir: 'ltr',
    start_url: startPage,
    scope: '/',
    display: 'standalone',
    // The background while the app starts: a company's colour dazzles less at night than white. The page then sets its own.
    theme_color: colors.accent,
    background_color: colors.accent,
    icons: icons.flatMap(({ file, size, purpose }) =>
      purpose ? [{ src: `/variant/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }] : [],
    ),
    shortcuts: shortcuts.map(({ name, path }) => ({ name, url: pageAt(path) })),
  }
}
