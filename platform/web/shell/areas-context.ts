import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import type { WebArea } from '../area.ts'

export const AreasContext = createContext<readonly WebArea[]>([])

/** The areas that app/web put together. */
export function useAreas(): readonly WebArea[] {
  return use(AreasContext)
}

/** Whether the screen that is open opens at all times: see Screen.always. */
export function useOpensAlways(): boolean {
  const areas = useAreas()
  const { pathname } = useLocation()
  return areas.some((area) =>
    area.screens?.some(({ path, always }) => always && pathname.replace(/\/$/, '') === `/dashboard/${path}`),
  )
}
