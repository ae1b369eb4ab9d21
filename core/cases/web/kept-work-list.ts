import { useEffect, useState } from 'react'
import { fits, type Sample } from '#platform/contract/fits.ts'
import { createSignal } from '#platform/web/page/watch.ts'
import { changeCopy } from '#platform/web/phone/change-copy.ts'
import { deleteCopy, readCopy, writeCopies } from '#platform/web/phone/copy-store.ts'
import { useSubject } from '#platform/web/who/session.ts'

/** A work list of cases, kept on the device until the next one, sign-out, or the age at which every copy is deleted. */
export interface WorkList {
  /** The queue. */
  readonly kind: string
  /** The title of the queue. */
  readonly title: string
  readonly heads: readonly string[]
  /** The first cell of a row is the number of its case. */
  readonly rows: readonly (readonly string[])[]
  /** The numbers of the cases that have been ticked. */
  readonly done: readonly string[]
}

interface KeptWorkList extends WorkList {
  /** When it was fetched, milliseconds since 1970. */
  readonly at: number
}

const address = 'kontor/arbetslista'
const sample: Sample = { kind: '', title: '', heads: [''], rows: [['']], done: [''] }

const replaced = createSignal()

/** Replaces the list on this device. Rejects if the browser refuses to store. */
export async function keepWorkList(subject: string, list: WorkList): Promise<void> {
  await writeCopies([{ subject, address, answer: list, at: Date.now() }])
  replaced.notify()
}

const listOf = (answer: unknown): WorkList | null => (fits(answer, sample) ? (answer as WorkList) : null)

async function readWorkList(subject: string): Promise<KeptWorkList | null> {
  const copy = await readCopy(subject, address)
  const list = copy ? listOf(copy.answer) : null
  return copy && list ? { ...list, at: copy.at } : null
}

const withTick = <List extends WorkList>(list: List, number: string, done: boolean): List => {
  const others = list.done.filter((each) => each !== number)
  return { ...list, done: done ? [...others, number] : others }
}

interface WorkListOnDevice {
  /** Undefined while it is being read; null if there is none. */
  readonly list: KeptWorkList | null | undefined
  readonly tick: (number: string, done: boolean) => void
  readonly remove: () => void
  /** Whether the browser has refused to store or to delete. */
  readonly failed: boolean
}

/** The signed-in employee's list on this device. */
export function useWorkList(): WorkListOnDevice {
  const subject = useSubject()
  const [list, setList] = useState<KeptWorkList | null>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let current = true
    const read = () =>
      readWorkList(subject).then(
        (found) => current && setList(found),
        () => current && setList(null),
      )
    void read()
    const unwatch = replaced.watch(() => void read())
    // Another tab may have ticked a case, or replaced the list.
    const shown = () => void (document.visibilityState === 'visible' && read())
    document.addEventListener('visibilitychange', shown)
    return () => {
      current = false
      unwatch()
      document.removeEventListener('visibilitychange', shown)
    }
  }, [subject])
  return {
    list,
    tick: (number, done) => {
      if (!list) return
      setList(withTick(list, number, done))
      const stored = changeCopy(subject, address, ({ answer, at }) => {
        const now = listOf(answer)
        return now && at === list.at ? withTick(now, number, done) : null
      })
      stored.then(replaced.notify, () => setFailed(true))
    },
    remove: () =>
      void deleteCopy(subject, address).then(
        () => setList(null),
        () => setFailed(true),
      ),
    failed,
  }
}
