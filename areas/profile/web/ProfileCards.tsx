import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { homeIcon, type IconPath, userIcon } from '#platform/web/ui/icons.ts'
import { peopleIcon } from '#platform/web/ui/icons-more.ts'
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
  /** Shown instead of the facts if there are none. Only a card that may be left empty has this text. */
  readonly empty?: string
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
    empty: 'Du har inte angett någon anhörig. Lägg gärna till den vi ska ringa om något händer dig.',
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
        const { title, icon, facts, empty } = cards[group]
        const change = !open && !closed(group) && (
          <Button ref={(element) => button(group, element)} kind="quiet" onClick={() => onChange(group)}>
            <span>
              Ändra<VisuallyHidden> {title.toLowerCase()}</VisuallyHidden>
            </span>
          </Button>
        )
        return (
          <Card
            key={group}
            title={title}
            icon={icon}
            aside={change && <span className={styles['change']}>{change}</span>}
          >
            {open?.group === group ? (
              open.form
            ) : empty && groups[group].every((field) => !details.values[field]) ? (
              <p className={styles['empty']}>{empty}</p>
            ) : (
              <Facts of={facts(details.values)} />
            )}
          </Card>
        )
      })}
    </div>
  )
}

function Phone({ digits }: { digits: string }) {
  return digits ? <a href={`tel:${onTheWire(digits).replace(' ', '')}`}>{phoneAsWritten(digits)}</a> : '–'
}

/** An e-mail address, which breaks after the @ if it is too long for its line. */
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
