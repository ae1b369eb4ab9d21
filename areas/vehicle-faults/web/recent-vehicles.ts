import { useState } from 'react'
import { useSubject } from '#platform/web/session.ts'

const most = 4

const keyOf = (subject: string) => `linjen.fault-vehicles:${subject}`

/** Numbers of the vehicles that whoever is signed in chose last on this phone, the latest first; and how to add one. */
export function useRecentVehicles(): readonly [readonly string[], (number: string) => void] {
  const subject = useSubject()
  const [numbers, setNumbers] = useState(() => read(subject))
  return [
    numbers,
    (number) => {
      const next = [number, ...numbers.filter((other) => other !== number)].slice(0, most)
      setNumbers(next)
      try {
        localStorage.setItem(keyOf(subject), JSON.stringify(next))
      } catch {
        // A full or forbidden storage only costs the shortcut.
      }
    },
  ]
}

function read(subject: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(subject)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((number) => typeof number === 'string') : []
  } catch {
    return []
  }
}
