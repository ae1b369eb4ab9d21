import { useState } from 'react'
import { noEmployee } from '#core/people/persons.ts'
import { NumberField } from '#core/people/web/PersonField.tsx'
import { dayAndTime } from '#platform/contract/dates-in-words.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'
import {
  findEmployees,
  getEmployeeCounts,
  getEmployees,
  getRefused,
  getWaitingAccounts,
  linkAccount,
} from '../calls.ts'
import type { Refused } from '../contract.ts'
import styles from './Employees.module.css'

/** Accounts that could not sign in because they are linked to no employee; nothing if there are none. */
export function RefusedAccounts() {
  const { data } = useCall(getRefused)
  const [linking, setLinking] = useState<Refused | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Card title="Konton som har nekats">
      <p>De har försökt logga in med bolagets konto, men kontot är inte kopplat till någon anställd.</p>
      <ul className={styles['plain']}>
        {data.map((account) => (
          <li key={`${account.utfardare} ${account.konto}`} className={styles['refused']}>
            <span>
              <b>{account.namn ?? account.konto}</b>
              <span className={styles['from']}>
                {account.utfardare}, senast {dayAndTime(account.senast)}
              </span>
            </span>
            <Button onClick={() => setLinking(account)}>
              <span>
                Koppla<VisuallyHidden> {account.namn ?? account.konto}</VisuallyHidden>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {linking && <LinkDialog account={linking} onClose={() => setLinking(null)} />}
    </Card>
  )
}

function LinkDialog({ account, onClose }: { account: Refused; onClose: () => void }) {
  const [anstid, setAnstid] = useState('')
  const close = useWhileHere(onClose)
  const link = useSend(linkAccount, {
    once: true,
    reloads: [getRefused, getEmployees, getWaitingAccounts, getEmployeeCounts],
    onSuccess: ({ vantar }) => {
      announce(vantar ? 'Kopplingen väntar på godkännande' : 'Kontot är redan kopplat')
      close()
    },
  })
  const { utfardare, konto, namn } = account
  const submit = () => link.submit({ anstid, utfardare, konto })
  const wrong = link.error?.modelState?.['anstid']?.[0] ?? link.error?.modelState?.['konto']?.[0]
  const absent = link.error?.status === 404 ? noEmployee : undefined
  return (
    <Dialog
      cancel
      title={`Koppla ${namn ?? konto}`}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={link.busy} onClick={submit}>
          {link.busy ? 'Skickar..' : 'Begär koppling'}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p>
          Den som har kontot loggar därefter in som den anställde. Kontrollera att det är samma person. En kollega måste
          godkänna kopplingen innan den gäller.
        </p>
        <NumberField
          label="Anställd"
          call={findEmployees}
          required
          emptyText="Ingen anställd heter så"
          error={wrong ?? absent}
          onChange={setAnstid}
        />
      </form>
      {link.error && !wrong && !absent && <SaveError error={link.error} />}
    </Dialog>
  )
}
