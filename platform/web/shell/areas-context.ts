import { pageAt } from '#platform/contract/pages.ts'
import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import type { Screen, WebArea } from './area.ts'

export const AreasContext = createContext<readonly WebArea[]>([])

/** The areas, as app/web lists them. */
export function useAreas(): readonly WebArea[] {
  return use(AreasContext)
}

/** The open screen, if it belongs to an area and has no parameters in its path. */
export function useOpenScreen(): Screen | undefined {
  const areas = useAreas()
  const { pathname } = useLocation()
  const open = pathname.replace(/\/$/, '')
  return areas.flatMap((area) => area.screens ?? []).find(({ path }) => open === pageAt(path))
}
