import type { FastifyInstance } from 'fastify'
import { claimValues } from '#platform/contract/claims.ts'
import type { Variant } from '#platform/contract/variant.ts'
import { colleaguesToCall, managerContact } from '#core/people/server/contacts.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { getContacts } from '../calls.ts'
import { type Contact, Contacts } from '../contract.ts'
import { calledPositions, functionsAfter, functionsFirst } from '../rules.ts'

export function contactRoutes(app: FastifyInstance, { db, variants }: Platform): void {
  answer(app, getContacts, { answer: Contacts }, async ({ employee, variant: host }) => {
    // On the group's own hosts, the contacts are those of the employee's company.
    const variant = variants.all.find(({ company }) => company?.id === employee.company) ?? host
    const [manager, colleagues] = await Promise.all([managerOf(employee), colleaguesOf(employee)])
    return [
      ...byFunction(variant.crisis.numbers, functionsFirst),
      ...manager,
      ...byFunction(variant.crisis.numbers, functionsAfter),
      ...variant.contacts.map(({ name, helpsWith, phone = null, email = null }) =>
        contact({ namn: name, hjalperMed: helpsWith, telefon: phone, epost: email }),
      ),
      ...(variant.support
        ? [
            contact({
              namn: variant.support.name,
              hjalperMed: 'Portalen och inloggningen',
              telefon: variant.support.phone,
            }),
          ]
        : []),
      ...colleagues,
    ]
  })

  async function managerOf({ id }: Employee): Promise<Contact[]> {
    const manager = await managerContact(db, id)
    if (!manager) return []
    const { firstName, lastName, telephone: telefon, mobile: mobil } = manager
    const hjalperMed = 'Schema, ledighet och hur du mår på jobbet'
    return [contact({ namn: `${firstName} ${lastName}`, roll: 'Närmaste chef', hjalperMed, telefon, mobil })]
  }

  async function colleaguesOf(employee: Employee): Promise<Contact[]> {
    const areas = claimValues(employee.claims, 'IntraCompanyArea')
    const found = await colleaguesToCall(db, employee, { positions: Object.keys(calledPositions), areas })
    return found.map(({ firstName, lastName, position, telephone: telefon, mobile: mobil }) =>
      contact({
        namn: `${firstName} ${lastName}`,
        roll: position,
        hjalperMed: calledPositions[position] ?? '',
        telefon,
        mobil,
      }),
    )
  }
}

/** The functions that a company has set a number for. */
export const byFunction = (numbers: Variant['crisis']['numbers'], functions: typeof functionsFirst): Contact[] =>
  functions.flatMap(([key, namn, hjalperMed]) => {
    const telefon = numbers[key]
    return telefon === undefined ? [] : [contact({ namn, hjalperMed, telefon })]
  })

const contact = (known: Pick<Contact, 'namn' | 'hjalperMed'> & Partial<Contact>): Contact => ({
  roll: '',
  telefon: null,
  mobil: null,
  epost: null,
  ...known,
})
