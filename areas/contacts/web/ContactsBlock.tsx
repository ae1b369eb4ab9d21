import { pageAt } from '#platform/contract/pages.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { phoneIcon } from '#platform/web/ui/icons-more.ts'
import { ContactList, LoadedContacts, useContacts } from './ContactList.tsx'
import { contactsPath } from './paths.ts'

const MOST = 4

/** On the start page: the contacts that employees call most. */
export default function ContactsBlock() {
  const load = useContacts()
  return (
    <Card
      title="Kontakter"
      icon={phoneIcon}
      actions={<ButtonLink to={pageAt(contactsPath)}>Alla kontakter</ButtonLink>}
    >
      <LoadedContacts load={load}>{(contacts) => <ContactList contacts={contacts.slice(0, MOST)} />}</LoadedContacts>
    </Card>
  )
}
