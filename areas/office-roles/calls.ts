import { get, post } from '#platform/contract/call.ts'
import type { Person, PersonQuery } from '#core/people/persons.ts'
import { may } from '#core/people/roles.ts'
import { inOffice } from '#platform/contract/claims.ts'
import type {
  Assigned,
  Choices,
  Decision,
  Deputy,
  Done,
  Emergency,
  Given,
  Meant,
  NewEmergency,
  NewRole,
  NewRule,
  RoleCounts,
  OwnRole,
  RowId,
  Rule,
  RuleQuery,
  Waiting,
  WaitingRule,
} from './contract.ts'

/** 'Varför har jag den här rollen?' */
export const getOwnRoles = get<OwnRole[]>('/api/kontor/minaroller', inOffice)
export const addDeputy = post<Given, Deputy>('/api/kontor/ersattare', inOffice)
/** The employees with a role in the office, to choose a deputy from. */
export const getColleagues = get<Person[], PersonQuery>('/api/kontor/ersattare/personer', inOffice)
export const endDeputy = post<Done, RowId>('/api/kontor/ersattare/avsluta', inOffice)

export const getRoles = get<Assigned[]>('/api/kontor/roller', may('roles.see'))
/** The numbers of emergencies and of requests that wait, for the overview. */
export const getRoleCounts = get<RoleCounts>('/api/kontor/roller/antal', may('roles.see'))
export const getRoleChoices = get<Choices>('/api/kontor/roller/val', may('roles.give'))
/** The employees who may get a role, to choose from. */
export const getRoleReceivers = get<Person[], PersonQuery>('/api/kontor/roller/personer', may('roles.give'))
export const addRole = post<Given, NewRole>('/api/kontor/roller', may('roles.give'))
export const endRole = post<Done, RowId>('/api/kontor/roller/avsluta', may('roles.give'))

export const getWaitingRoles = get<Waiting[]>('/api/kontor/roller/vantar', may('roles.approve'))
export const decideRole = post<Done, Decision>('/api/kontor/roller/beslut', may('roles.approve'))

/** Rules that give roles by the claims of a sign-in. */
export const getRules = get<Rule[]>('/api/kontor/rollregler', may('roles.give'))
export const tryRule = get<Meant, RuleQuery>('/api/kontor/rollregler/prova', may('roles.give'))
export const addRule = post<Given, NewRule>('/api/kontor/rollregler', may('roles.give'))
export const removeRule = post<Done, RowId>('/api/kontor/rollregler/ta-bort', may('roles.give'))
export const getWaitingRules = get<WaitingRule[]>('/api/kontor/rollregler/vantar', may('roles.approve'))
export const decideRule = post<Done, Decision>('/api/kontor/rollregler/beslut', may('roles.approve'))

/** Roles that somebody took in an emergency: the present ones and the latest that have ended. */
export const getEmergencies = get<Emergency[]>('/api/kontor/nodatkomst', may('roles.see'))
export const takeEmergency = post<Done, NewEmergency>('/api/kontor/nodatkomst', may('roles.give'))
export const endEmergency = post<Done, RowId>('/api/kontor/nodatkomst/avsluta', may('roles.approve'))
