import { useState } from 'react'
import { useSubject } from '#platform/web/who/session.ts'
import { readStored, store } from '#platform/web/page/stored.ts'

const most = 4

const keyOf = (subject: string) => `linjen.fault-vehicles:${subject}`

/** Numbers of the vehicles that the signed-in employee last chose on this phone, latest first, and a function that adds one. */
export function useRecentVehicles(): readonly [readonly string[], (number: string) => void] {
  const subject = useSubject()
  const [numbers, setNumbers] = useState(() => read(subject))
  return [
    numbers,
    (number) => {
      const next = [number, ...numbers.filter((other) => other !== number)].slice(0, most)
      setNumbers(next)
      store(keyOf(subject), next)
    },
  ]
}

const read = (subject: string) => (readStored(keyOf(subject), ['']) ?? []) as readonly string[]
