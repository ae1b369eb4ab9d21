import { type ReactNode, useState } from 'react'
import type { Person } from '#core/people/persons.ts'
import { PersonField } from '#core/people/web/PersonField.tsx'
import { officeAt } from '#platform/contract/office-pages.ts'
import { WayBack } from '#platform/web/office/WayBack.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import type { CaseCalls } from '../calls.ts'
import { type Way, ways, wayWords } from '../on-behalf.ts'
import { type OnBehalf, OnBehalfContext } from './on-behalf.ts'
import styles from './OnBehalf.module.css'

interface OnBehalfScreenProps {
  calls: CaseCalls
  /** The queue's title. */
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
              label={calls.words.entering.whose}
              call={calls.persons}
              hint={person ? undefined : 'Välj någon, så visas formuläret.'}
              required
              emptyText="Ingen som du kan skriva in något åt heter så"
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
