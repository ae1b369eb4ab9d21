import { type ReactNode, useState } from 'react'
import { officeAt } from '#platform/contract/office-pages.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { WayBack } from '#platform/web/office/WayBack.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Combobox } from '#platform/web/ui/Combobox.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import type { CaseCalls } from '../calls.ts'
import { type Person, type Way, ways, wayWords } from '../on-behalf.ts'
import { type OnBehalf, OnBehalfContext } from './on-behalf.ts'
import styles from './OnBehalf.module.css'

interface OnBehalfScreenProps {
  calls: CaseCalls
  /** The queue's own title. */
  queue: string
  /** The office's call for each call of the form, by its path. */
  callFor: OnBehalf['callFor']
  /** The employee's form. */
  children: ReactNode
}

/** 'Ny anmälan åt någon': the employee that it is for and how it was made, then the employee's form. */
export function OnBehalfScreen({ calls, queue, callFor, children }: OnBehalfScreenProps) {
  const [typed, setTyped] = useState('')
  const [person, setPerson] = useState<Person | null>(null)
  const [way, setWay] = useState<Way>('telefon')
  const onAgain = () => {
    setTyped('')
    setPerson(null)
  }
  const address = officeAt(calls.kind)
  const { title, came, thing } = calls.words.entering
  return (
    <>
      <PageHeader title={title} over={<WayBack to={address}>{queue}</WayBack>} />
      <div className={styles['screen']}>
        <Card>
          <div className={styles['fields']}>
            <PersonField
              calls={calls}
              typed={typed}
              onChange={(text, chosen) => {
                setTyped(text)
                setPerson(chosen)
              }}
            />
            <fieldset className={styles['ways']}>
              <legend>{came}</legend>
              <div>
                {ways.map((each) => (
                  <OptionBox key={each} type="radio" name="way" checked={way === each} onChange={() => setWay(each)}>
                    {wayWords[each].replace('på', 'På')}
                  </OptionBox>
                ))}
              </div>
            </fieldset>
            {person && (
              <Notice kind="info">
                {person.name} ser {thing} bland sina egna och får svaren. Ditt namn står med.
              </Notice>
            )}
          </div>
        </Card>
        {person && (
          <OnBehalfContext key={person.id} value={{ person, way, callFor, queue: address, onAgain }}>
            {children}
          </OnBehalfContext>
        )}
      </div>
    </>
  )
}

interface PersonFieldProps {
  calls: CaseCalls
  typed: string
  onChange: (typed: string, chosen: Person | null) => void
}

/** The choice of an employee within reach, by name or number. */
function PersonField({ calls, typed, onChange }: PersonFieldProps) {
  // The label of the chosen employee is not a search: the list stays as it was.
  const [sok, setSok] = useState('')
  const { data = [], error } = useCall(calls.persons, { sok }, { enabled: sok !== '', keepPrevious: true })
  return (
    <>
      <Combobox
        label={calls.words.entering.whose}
        required
        placeholder="Namn eller anställningsnummer"
        value={typed}
        options={data.map((person) => ({ value: person.id, label: labelOf(person) }))}
        emptyText={
          sok === '' ? 'Skriv början på ett namn eller nummer' : 'Ingen som du kan skriva in något åt heter så'
        }
        onChange={(text, option) => {
          const chosen = data.find(({ id }) => id === option?.value) ?? null
          if (!chosen) setSok(text.trim())
          onChange(text, chosen)
        }}
      />
      {error && <SaveError error={error} title="Personerna kunde inte hämtas" />}
    </>
  )
}

const labelOf = ({ name, number, area }: Person) => [name, number, area].filter(Boolean).join(', ')
