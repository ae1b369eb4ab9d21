import type { ReactNode } from 'react'
import { type CallResult, useCall } from '#platform/web/calls/query.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { phoneIcon } from '#platform/web/ui/icons-more.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { PersonRow } from '#core/people/web/PersonRow.tsx'
import { getContacts } from '../calls.ts'
import type { Contact } from '../contract.ts'
import styles from './ContactList.module.css'

export const useContacts = () => useCall(getContacts, undefined, { failedText: 'Hämta kontakter misslyckades' })

interface LoadedContactsProps {
  load: CallResult<Contact[]>
  children: (contacts: readonly Contact[]) => ReactNode
}

/** Whom to call, the most needed first. */
export function LoadedContacts({ load, children }: LoadedContactsProps) {
  return (
    <Loaded of={load} skeleton={<Skeleton text="Laddar kontakter.." shape="rows" lines={5} />}>
      {(contacts) =>
        contacts.length === 0 ? (
          <EmptyState icon={phoneIcon} title="Det finns inga kontakter här ännu" />
        ) : (
          children(contacts)
        )
      }
    </Loaded>
  )
}

export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <ul className={styles['list']} aria-label="Kontakter">
      {contacts.map(({ namn, roll, hjalperMed, telefon, mobil, epost }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two colleagues may have the same name and position, and neither a number
        <li key={`${namn} ${roll} ${at}`}>
          <PersonRow
            person={{ name: namn, role: roll, helpsWith: hjalperMed, telephone: telefon, mobile: mobil, email: epost }}
          />
        </li>
      ))}
    </ul>
  )
}
