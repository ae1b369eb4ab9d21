import { shortTitleOf, type Variant } from '#platform/contract/variant.ts'
import { icons } from './icons.ts'

/** The app's web manifest: https://www.w3.org/TR/appmanifest/ */
export function manifestOf(variant: Variant) {
  const { title, colors, crisis, switchedOff } = variant
  return {
    id: '/',
    name: title,
    short_name: shortTitleOf(variant),
    lang: 'sv',
    dir: 'ltr',
    start_url: '/dashboard/start',
    scope: '/',
    display: 'standalone',
    // The background while the app starts: a company's colour dazzles less at night than white. The page then sets its own.
    theme_color: colors.accent,
    background_color: colors.accent,
    icons: icons.flatMap(({ file, size, purpose }) =>
      purpose ? [{ src: `/variant/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose }] : [],
    ),
    shortcuts: [
      { name: 'Mina uppdrag', url: '/dashboard/minauppdrag' },
      ...(switchedOff.includes('vehicleFaults') ? [] : [{ name: 'Rapportera fel', url: '/dashboard/fordonskontroll' }]),
      ...(Object.keys(crisis.guides).length === 0 ? [] : [{ name: 'Vid kris', url: '/dashboard/krishantering' }]),
    ],
  }
}
