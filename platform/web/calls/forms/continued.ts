import { fits, type Sample } from '#platform/contract/fits.ts'

/** How a form begins: with what was kept of it, where that is of the kind that the field holds, else empty. */
export function continued<Fields extends object>(empty: Fields, kept: object | null | undefined): Fields {
  const fitting = Object.entries(kept ?? {}).filter(
    ([name, value]) => name in empty && fits(value, empty[name as keyof Fields] as Sample),
  )
  return { ...empty, ...Object.fromEntries(fitting) }
}
