import { useMemo } from 'react'
import { useGate } from '../calls/profile.ts'
import { variant } from '../page/variant.ts'
import { useAreas } from './areas-context.ts'
import { type Navigation, navigationFor } from './navigation.ts'

export function useNavigation(): Navigation {
  const areas = useAreas()
  const passes = useGate()
  return useMemo(() => navigationFor(areas, passes, variant), [areas, passes])
}
