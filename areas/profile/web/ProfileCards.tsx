import type { ReactNode } from 'react'
import { Card } from '#platform/web/ui/Card.tsx'
import { homeIcon, userIcon } from '#platform/web/ui/icons.ts'
import { peopleIcon } from '#platform/web/ui/icons-more.ts'
import { onTheWire } from '#core/people/rules.ts'
import type { DetailsForm } from '../contract.ts'
import styles from './ProfileScreen.module.css'

/** The details for reading: address, contact and next of kin. */
export function ProfileCards({ values }: { values: DetailsForm }) {
  return (
    <div className={styles['cards']}>
      <Card title="Adress" icon={homeIcon}>
        <Facts
          of={[
            ['Gatuadress', values.address],
            ['Postnummer', values.zipCode],
            ['Postort', values.city],
          ]}
        />
      </Card>
      <Card title="Kontakt" icon={userIcon}>
        <Facts
          of={[
            ['Telefonnummer', <Phone key="phone" digits={values.phoneNumber} />],
            ['E-post', <Email key="email" address={values.email} />],
          ]}
        />
      </Card>
      <Card title="Närmaste anhörig" icon={peopleIcon}>
        <Facts
          of={[
            ['Namn', values.relativeName],
            ['Relation', values.relativeRelation],
            ['Telefonnummer', <Phone key="phone" digits={values.relativePhone} />],
          ]}
        />
      </Card>
    </div>
  )
}

function Phone({ digits }: { digits: string }) {
  return digits ? <a href={`tel:+46${digits}`}>{onTheWire(digits)}</a> : '–'
}

function Email({ address }: { address: string }) {
  return address ? <a href={`mailto:${address}`}>{address}</a> : '–'
}

function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
