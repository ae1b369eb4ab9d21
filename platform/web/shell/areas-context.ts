import { createContext, use } from 'react'
import type { WebArea } from '../area.ts'

export const AreasContext = createContext<readonly WebArea[]>([])

/** The areas that app/web put together. */
export function useAreas(): readonly WebArea[] {
  return use(AreasContext)
}
