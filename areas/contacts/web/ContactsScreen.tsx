import { Card } from '#platform/web/ui/Card.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { byText, type Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import type { Contact } from '../contract.ts'
import { ContactList, LoadedContacts, useContacts } from './ContactList.tsx'

const lead = (
  <>
    Är någon i fara: <a href="tel:112">ring 112</a>.
  </>
)

const sorts: readonly [Sort<Contact>, ...Sort<Contact>[]] = [
  { label: 'Viktigast först' },
  { label: 'Namn', compare: byText(({ namn }: Contact) => namn) },
]
const wordsOf = ({ namn, roll, hjalperMed }: Contact) => `${namn} ${roll} ${hjalperMed}`

/** 'Kontakter': whom to call about what. */
export default function ContactsScreen() {
  const load = useContacts()
  return (
    <>
      <PageHeader title="Kontakter" lead={lead} />
      <Card>
        <LoadedContacts load={load}>
          {(contacts) => (
            <ListTools of={contacts} words={wordsOf} sorts={sorts}>
              {(rows) => <ContactList contacts={rows} />}
            </ListTools>
          )}
        </LoadedContacts>
      </Card>
    </>
  )
}
