import { useLocation } from 'react-router'

/** Where in the browser's history a form was opened. */
export interface Start {
  readonly key: string
  /** How many steps back that is. */
  readonly back: number
}

/** Each step of a form says where the form was opened. */
export function useStart(): Start {
  const { key, state } = useLocation()
  return (state as { start?: Start } | null)?.start ?? { key, back: 0 }
}
