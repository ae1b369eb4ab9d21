import type { Person, PersonQuery } from '#core/people/persons.ts'
import { may } from '#core/people/roles.ts'
import { get, post } from '#platform/contract/call.ts'
import type {
  Account,
  AccountDecision,
  Active,
  Changed,
  Employee,
  EmployeeCounts,
  EmployeeList,
  EmployeeQuery,
  NewValue,
  OneEmployee,
  Refused,
  Release,
  Right,
  WaitingAccount,
} from './contract.ts'

export const getEmployees = get<EmployeeList, EmployeeQuery>('/api/kontor/anstallda', may('employees.see'))
export const getEmployee = get<Employee, OneEmployee>('/api/kontor/anstallda/en', may('employees.see'))
/** Employees to choose from in a form. */
export const findEmployees = get<Person[], PersonQuery>('/api/kontor/anstallda/personer', may('employees.see'))
/** Accounts of the company's own sign-in that were refused, since they are linked to nobody. */
export const getRefused = get<Refused[]>('/api/kontor/anstallda/konton', may('employees.rights'))

export const changeEmployee = post<Changed, NewValue>('/api/kontor/anstallda/andra', may('employees.edit'))
export const releaseField = post<Changed, Release>('/api/kontor/anstallda/slapp', may('employees.edit'))
export const changeRight = post<Changed, Right>('/api/kontor/anstallda/behorighet', may('employees.rights'))
export const changeActive = post<Changed, Active>('/api/kontor/anstallda/aktiv', may('employees.rights'))
/** Requests the link. A second person has to approve every link. */
export const linkAccount = post<Changed, Account>('/api/kontor/anstallda/koppla', may('employees.rights'))
export const unlinkAccount = post<Changed, Account>('/api/kontor/anstallda/koppla-bort', may('employees.rights'))

/** Links that wait for a second person. */
export const getWaitingAccounts = get<WaitingAccount[]>('/api/kontor/anstallda/kopplingar', may('roles.approve'))
export const decideAccount = post<Changed, AccountDecision>(
  '/api/kontor/anstallda/kopplingar/beslut',
  may('roles.approve'),
)
/** The number of account links that wait for approval, for the overview. */
export const getEmployeeCounts = get<EmployeeCounts>('/api/kontor/anstallda/antal', may('employees.see'))
