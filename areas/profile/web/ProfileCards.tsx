import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { homeIcon, type IconPath, userIcon } from '#platform/web/ui/icons.ts'
import { peopleIcon, pencilIcon } from '#platform/web/ui/icons-more.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { onTheWire, phoneAsWritten, postcodeAsWritten } from '#core/people/rules.ts'
import type { DetailsForm } from '../contract.ts'
import { groupNames, groups, type Group } from './groups.ts'
import styles from './ProfileScreen.module.css'
import type { LoadedDetails } from './use-details.ts'

type Fact = readonly [label: string, value: ReactNode]

interface CardOf {
  readonly title: string
  readonly icon: IconPath
  readonly facts: (values: DetailsForm) => readonly Fact[]
}

interface ProfileCardsProps {
  details: LoadedDetails
  /** The card that is being changed, with its form. */
  open: { readonly group: Group; readonly form: ReactNode } | null
  onChange: (group: Group) => void
  /** Called with the button that opens a card's form. */
  button: (group: Group, element: HTMLButtonElement | null) => void
}

const cards: Readonly<Record<Group, CardOf>> = {
  address: {
    title: 'Adress',
    icon: homeIcon,
    facts: (values: DetailsForm) => [
      ['Gatuadress', values.address],
      ['Postnummer', postcodeAsWritten(values.zipCode)],
      ['Postort', values.city],
    ],
  },
  contact: {
    title: 'Kontakt',
    icon: userIcon,
    facts: (values: DetailsForm) => [
      ['Telefonnummer', <Phone key="phone" digits={values.phoneNumber} />],
      ['E-post', <Email key="email" address={values.email} />],
    ],
  },
  relative: {
    title: 'Närmaste anhörig',
    icon: peopleIcon,
    facts: (values: DetailsForm) => [
      ['Namn', values.relativeName],
      ['Relation', values.relativeRelation],
      ['Telefonnummer', <Phone key="phone" digits={values.relativePhone} />],
    ],
  },
}

/** The details for reading: address, contact and next of kin. Each card is changed by itself. */
export function ProfileCards({ details, open, onChange, button }: ProfileCardsProps) {
  const closed = (group: Group) => groups[group].every((field) => details.companyOwned.includes(field))
  return (
    <div className={styles['cards']}>
      {groupNames.map((group) => {
        const { title, icon, facts } = cards[group]
        return (
          <Card
            key={group}
            title={title}
            icon={icon}
            aside={
              !open &&
              !closed(group) && (
                <span className={styles['change']}>
                  <Button
                    ref={(element) => button(group, element)}
                    kind="quiet"
                    icon={pencilIcon}
                    onClick={() => onChange(group)}
                  >
                    <span>
                      Ändra<VisuallyHidden> {title.toLowerCase()}</VisuallyHidden>
                    </span>
                  </Button>
                </span>
              )
            }
          >
            {open?.group === group ? open.form : <Facts of={facts(details.values)} />}
          </Card>
        )
      })}
    </div>
  )
}

function Phone({ digits }: { digits: string }) {
  return digits ? <a href={`tel:${onTheWire(digits).replace(' ', '')}`}>{phoneAsWritten(digits)}</a> : '–'
}

/** Broken after the @ where it has to be. */
function Email({ address }: { address: string }) {
  if (!address) return '–'
  const at = address.indexOf('@') + 1
  return (
    <a href={`mailto:${address}`}>
      <span>
        {address.slice(0, at)}
        <wbr />
        {address.slice(at)}
      </span>
    </a>
  )
}

function Facts({ of }: { of: readonly Fact[] }) {
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
