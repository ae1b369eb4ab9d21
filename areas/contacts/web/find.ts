import { wordsIn } from '#platform/contract/search.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import type { FoundHere } from '#platform/web/shell/area.ts'
import { telephone } from '#core/people/web/telephone.ts'
import { getContacts } from '../calls.ts'
import type { Contact } from '../contract.ts'

/** How old the phone's copy may be, in minutes: numbers change a few times a year. */
const A_DAY = 24 * 60
const MOST = 5

const contactsHere = async () => (await fetchAhead(getContacts, undefined, { minutes: A_DAY })) ?? []

/** Fetches the contacts while there is coverage, because employees look for a number when there is none. */
export async function fetchContactsAhead(): Promise<void> {
  await contactsHere()
}

/** The contacts in which every typed word begins some word. Those with all words in the name come first. */
export async function findContacts(typed: string): Promise<FoundHere[]> {
  return matching(await contactsHere(), typed).flatMap(({ namn, roll, hjalperMed, telefon, mobil }) => {
    const number = mobil ?? telefon
    return number ? [{ label: namn, text: `${roll || hjalperMed} · Ring ${number}`, href: telephone(number) }] : []
  })
}

export function matching(contacts: readonly Contact[], typed: string): Contact[] {
  const words = wordsIn(typed)
  const has = (text: string) => {
    const own = wordsIn(text)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  }
  const all = contacts.filter(({ namn, roll, hjalperMed }) => has(`${namn} ${roll} ${hjalperMed}`))
  return all.toSorted((a, b) => Number(has(b.namn)) - Number(has(a.namn))).slice(0, MOST)
}
