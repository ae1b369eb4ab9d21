import { useEffect, useRef, useState } from 'react'
import { send } from '#platform/web/wire/client.ts'
import { announce } from '#platform/web/ui/announce.ts'
import type { CaseCalls } from '../calls.ts'
import type { CaseQuery, CaseRow, Choosable } from '../contract.ts'
import { commonTo, MOST_AT_ONCE } from '../rules.ts'
import { keyOfList, pickedIn } from './use-queue-address.ts'

/** A case as it was when it was chosen. */
interface ChosenCase extends Pick<CaseRow, 'becomes' | 'version'> {
  /** Whether the employee has been told that it has changed since: then the version in the list counts, once it is there. */
  readonly told: boolean
}
type Chosen = ReadonlyMap<string, ChosenCase>
const nothing: Chosen = new Map()

export interface Choice {
  readonly numbers: readonly string[]
  /** The same, each with the version that the employee has decided on. */
  readonly cases: readonly Pick<CaseRow, 'number' | 'version'>[]
  /** The states that all of them may change to. */
  readonly common: readonly string[]
  readonly choose: (number: string, range: boolean) => void
  /** Removes these from what is chosen. */
  readonly drop: (numbers: readonly string[]) => void
  /** These have been refused because they have changed since they were chosen. */
  readonly tell: (numbers: readonly string[]) => void
  /** Removes everything from what is chosen, and ignores an answer for the whole list that has not come yet. */
  readonly clear: () => void
  readonly all: {
    readonly run: () => void
    readonly busy: boolean
    readonly failed: boolean
    /** The list has more than can be changed at once. */
    readonly more: boolean
  }
}

/** The cases of a list that are chosen to be changed together, also on other pages. Another list begins with none. */
export function useChoice(calls: CaseCalls, query: CaseQuery, rows: readonly CaseRow[]): Choice {
  const picked = pickedIn(query)
  const list = keyOfList(query)
  const [kept, setKept] = useState({ list, chosen: nothing, more: false })
  const [loading, setLoading] = useState<{ list: string; failed: boolean } | null>(null)
  const { chosen, more } = kept.list === list ? kept : { chosen: nothing, more: false }
  const last = useRef<string>(undefined)
  const asked = useRef(0)
  const shown = useRef(list)
  useEffect(() => {
    shown.current = list
  }, [list])
  // Uses what is chosen now: an answer may come after more cases have been chosen, or another list is shown.
  const drop = (numbers: readonly string[]) =>
    setKept((now) => {
      const left = [...now.chosen].filter(([each]) => !numbers.includes(each))
      return left.length === now.chosen.size ? now : { list: now.list, more: false, chosen: new Map(left) }
    })
  const tell = (numbers: readonly string[]) => {
    if (numbers.length === 0) return
    setKept((now) => ({
      ...now,
      chosen: new Map([...now.chosen].map(([each, of]) => [each, numbers.includes(each) ? { ...of, told: true } : of])),
    }))
  }
  const choose = (number: string, range: boolean) => {
    const next = new Map(chosen)
    const at = (each: string) => rows.findIndex((row) => row.number === each)
    const [from, until] = [at(last.current ?? number), at(number)]
    const add = (row: CaseRow | undefined) => row && row.becomes.length > 0 && next.set(row.number, asChosen(row))
    if (range && from >= 0 && until >= 0)
      for (const row of rows.slice(Math.min(from, until), Math.max(from, until) + 1)) add(row)
    else if (!next.delete(number)) add(rows[until])
    last.current = number
    setKept({ list, chosen: next, more: false })
  }
  const chooseAll = async () => {
    const turn = ++asked.current
    setLoading({ list, failed: false })
    const found = await send(calls.choosable, { query: picked }).catch(() => null)
    if (turn !== asked.current) return
    // A late answer would replace what has been chosen in another list meanwhile.
    const late = shown.current !== list
    setLoading(found || late ? null : { list, failed: true })
    if (!found || late) return
    setKept({ list, chosen: new Map(found.cases.map((each) => [each.number, asChosen(each)])), more: found.more })
    announce(wordsOf(found))
  }
  const clear = () => {
    asked.current++
    setLoading(null)
    drop([...chosen.keys()])
  }
  const mine = loading?.list === list ? loading : null
  // The rows of the page are newer than those from which the cases were chosen.
  const now = new Map(rows.map((row) => [row.number, row]))
  // A case that has ended meanwhile is left out, because it no longer has a checkbox with which the employee could do that.
  const left = [...chosen].filter(([number]) => now.get(number)?.becomes.length !== 0)
  return {
    numbers: left.map(([number]) => number),
    cases: left.map(([number, { version, told }]) => ({
      number,
      version: (told ? now.get(number)?.version : undefined) ?? version,
    })),
    common: commonTo(left.map(([number, { becomes }]) => now.get(number)?.becomes ?? becomes)),
    choose,
    drop,
    tell,
    clear,
    all: { run: () => void chooseAll(), busy: mine?.failed === false, failed: mine?.failed === true, more },
  }
}

const asChosen = ({ becomes, version }: Pick<CaseRow, 'becomes' | 'version'>): ChosenCase => ({
  becomes,
  version,
  told: false,
})

const wordsOf = ({ cases, more }: Choosable): string =>
  more ? `De ${MOST_AT_ONCE} första är valda` : cases.length === 1 ? '1 valt' : `${cases.length} valda`
