import { collisions, insuranceCases, otherDamages } from './damage-accounts.ts'
import { threats, workEnvironments } from './people-accounts.ts'
import { otherReports, stopReports, trafficReports } from './stop-accounts.ts'
import type { Account } from './account.ts'

/** In the order in which an employee gets them: an employee with six has one of each type. */
const slots: readonly (readonly Account[])[] = [
  collisions,
  trafficReports,
  threats,
  workEnvironments,
  insuranceCases,
  stopReports,
  otherReports,
  otherDamages,
]
export const kindsOfAccounts = slots.length

/** What happened on a date; `turn` selects another account. Each slot has one per company in every season. */
export function accountOf(slot: number, turn: number, date: string): Account {
  const possible = (slots[slot % slots.length] ?? []).filter(({ season }) => !season || isWithin(date.slice(5), season))
  return possible[turn % possible.length] as Account
}

const isWithin = (day: string, [from, to]: readonly [string, string]) =>
  from <= to ? from <= day && day <= to : from <= day || day <= to
