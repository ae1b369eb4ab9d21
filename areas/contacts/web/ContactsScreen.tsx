import { Card } from '#platform/web/ui/Card.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { ContactList, useContacts } from './ContactList.tsx'

const lead = (
  <>
    Är någon i fara: <a href="tel:112">ring 112</a>.
  </>
)

/** 'Kontakter': whom to call about what. */
export default function ContactsScreen() {
  const load = useContacts()
  return (
    <>
      <PageHeader title="Kontakter" lead={lead} />
      <Card>
        <ContactList load={load} />
      </Card>
    </>
  )
}
