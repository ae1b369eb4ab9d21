import { useState } from 'react'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { NotReloaded } from '#platform/web/office/NotReloaded.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useToday } from '#platform/web/page/now.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { endDeputy, endEmergency, getEmergencies, getOwnRoles, getRoleCounts } from '../calls.ts'
import type { OwnRole } from '../contract.ts'
import { DeputyDialog } from './DeputyDialog.tsx'
import styles from './RoleForm.module.css'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { datesOf, placeOf, reasonOf } from './words.ts'

/** 'Varför har jag den här rollen?', and the deputies for each role. */
export default function OwnRolesScreen() {
  const { of, failed } = keptLoad(useCall(getOwnRoles, undefined))
  return (
    <>
      <PageHeader title="Mina roller" lead="Vad du får göra på kontoret, och varför." />
      {failed && <NotReloaded />}
      <Loaded of={of} skeleton={<Skeleton lines={4} />}>
        {(roles) => (
          <ul className={styles['list']}>
            {roles.map((role) => (
              <li key={role.id}>
                <OwnRoleCard role={role} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

function OwnRoleCard({ role }: { role: OwnRole }) {
  const today = useToday()
  const [naming, setNaming] = useState(false)
  const end = useSend(endDeputy, { once: true, reloads: [getOwnRoles] })
  const stop = useSend(endEmergency, { once: true, reloads: [getOwnRoles, getEmergencies, getRoleCounts] })
  return (
    <Card title={`${role.namn}, ${placeOf(role)}`}>
      <div className={styles['body']}>
        <p>{role.syfte}</p>
        <p>
          <b>Varför har jag den här rollen?</b> <Unbroken>{`${reasonOf(role)} Den gäller ${datesOf(role)}.`}</Unbroken>
        </p>
        <details>
          <summary>Vad rollen tillåter</summary>
          <ul className={styles['permits']}>
            {role.tillater.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
        {role.ersattare.map(({ id, namn, fran, till }) => (
          <div key={id} className={styles['row']}>
            <div>
              Ersättare: <b>{namn}</b>
              <p>
                <Unbroken>{datesOf({ fran, till })}</Unbroken>
              </p>
            </div>
            <Button ref={passFocus} kind="secondary" busy={end.busy} onClick={() => end.submit({ id })}>
              Avsluta<VisuallyHidden> ersättaren {namn}</VisuallyHidden>
            </Button>
          </div>
        ))}
        {end.error && <SaveError error={end.error} />}
        {role.kalla === 'emergency' && (
          <Button ref={passFocus} kind="secondary" busy={stop.busy} onClick={() => stop.submit({ id: role.id })}>
            Avsluta nödåtkomsten<VisuallyHidden> som {role.namn}</VisuallyHidden>
          </Button>
        )}
        {stop.error && <SaveError error={stop.error} />}
        {role.ersatterFor === null && role.kalla !== 'emergency' && (
          <Button kind="secondary" onClick={() => setNaming(true)}>
            Utse en ersättare<VisuallyHidden> för {role.namn}</VisuallyHidden>
          </Button>
        )}
      </div>
      {naming && <DeputyDialog role={role} today={today} onClose={() => setNaming(false)} />}
    </Card>
  )
}
