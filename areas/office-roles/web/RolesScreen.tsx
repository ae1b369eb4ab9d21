import { useState } from 'react'
import { may } from '#core/people/roles.ts'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useGate } from '#platform/web/calls/profile.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { endRole, getRoles } from '../calls.ts'
import type { Assigned } from '../contract.ts'
import { Emergencies } from './Emergencies.tsx'
import { EmergencyDialog } from './EmergencyDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import styles from './RoleForm.module.css'
import { WaitingRoles } from './WaitingRoles.tsx'
import { WaitingRules } from './WaitingRules.tsx'
import { datesOf, placeOf, reasonOf } from './words.ts'

/** The roles of the company's employees, with ways to give and end them for those who may. */
export default function RolesScreen() {
  const passes = useGate()
  const load = useCall(getRoles, undefined)
  const [giving, setGiving] = useState<'role' | 'emergency' | null>(null)
  const [ending, setEnding] = useState<Assigned | null>(null)
  return (
    <>
      <PageHeader
        title="Roller"
        lead="Vem som får göra vad på kontoret."
        actions={
          passes(may('roles.give')) && (
            <>
              <Button onClick={() => setGiving('emergency')}>Nödåtkomst</Button>
              <Button kind="primary" onClick={() => setGiving('role')}>
                Ge en roll
              </Button>
            </>
          )
        }
      />
      <div className={styles['list']}>
        <Emergencies />
        {passes(may('roles.approve')) && <WaitingRoles />}
        {passes(may('roles.approve')) && <WaitingRules />}
        <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
          {(roles) =>
            byRole(roles).map(([name, held]) => (
              <Card key={name} title={name}>
                {held.map((each) => (
                  <div key={each.id} className={styles['row']}>
                    <div>
                      <b>{each.anstalld}</b> ({each.anstid}), {placeOf(each)}
                      <p>
                        <Unbroken>{`Gäller ${datesOf(each)}. ${reasonOf(each)}`}</Unbroken>
                      </p>
                    </div>
                    {each.kanAvslutas && (
                      <Button ref={passFocus} kind="secondary" onClick={() => setEnding(each)}>
                        Avsluta<VisuallyHidden> {`${each.namn} för ${each.anstalld}`}</VisuallyHidden>
                      </Button>
                    )}
                  </div>
                ))}
              </Card>
            ))
          }
        </Loaded>
      </div>
      {giving === 'role' && <RoleDialog onClose={() => setGiving(null)} />}
      {giving === 'emergency' && <EmergencyDialog onClose={() => setGiving(null)} />}
      {ending && <EndDialog role={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

const byRole = (roles: readonly Assigned[]) =>
  [...new Set(roles.map(({ namn }) => namn))]
    .toSorted((a, b) => a.localeCompare(b, 'sv'))
    .map((name) => [name, roles.filter(({ namn }) => namn === name)] as const)

function EndDialog({ role, onClose }: { role: Assigned; onClose: () => void }) {
  const end = useSend(endRole, { once: true, reloads: [getRoles], onReloaded: onClose })
  return (
    <Dialog
      cancel
      title="Avsluta rollen"
      onClose={onClose}
      actions={
        <Button kind="danger" busy={end.busy} onClick={() => end.submit({ id: role.id })}>
          Avsluta rollen
        </Button>
      }
    >
      <p>
        {role.anstalld} ({role.anstid}) förlorar rollen {role.namn} ({placeOf(role)}) inom en halv minut. Det gör även
        den som är ersättare.
      </p>
      {end.error && <SaveError error={end.error} />}
    </Dialog>
  )
}
