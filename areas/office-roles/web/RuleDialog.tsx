import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { addRule, getRoleChoices, getRules, getWaitingRules } from '../calls.ts'
import type { RuleQuery } from '../contract.ts'
import { MeantBy } from './MeantBy.tsx'
import { RoleAndArea } from './RoleAndArea.tsx'
import styles from './RoleForm.module.css'
import { hintOf } from './words.ts'

/** A new rule, with whom it would mean before it is made. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const load = useCall(getRoleChoices, undefined)
  const [form, setForm] = useState({ claim: 'groups', varde: '', roll: '', omrade: '', utfardare: '' })
  const [tried, setTried] = useState<RuleQuery | null>(null)
  /** Of what decides whom it means. */
  const put = (field: 'claim' | 'varde' | 'utfardare') => (event: { target: { value: string } }) => {
    setForm({ ...form, [field]: event.target.value })
    setTried(null)
  }
  const save = useSend(addRule, {
    once: true,
    reloads: [getRules, getWaitingRules],
    onSuccess: ({ vantar }) => {
      if (!vantar) onClose()
    },
  })
  const wrong = (field: string) => save.error?.modelState?.[field]?.[0]
  const { claim, varde, roll, omrade, utfardare } = form
  const query = { claim, varde, ...(utfardare && { utfardare }) }
  const submit = () => save.submit({ ...query, roll, ...(omrade && { omrade }) })
  const waits = save.answer?.vantar === true
  return (
    <Dialog
      title="Lägg till en regel"
      onClose={onClose}
      actions={
        waits ? (
          <Button onClick={onClose}>Stäng</Button>
        ) : (
          <Button kind="primary" busy={save.busy} onClick={submit}>
            {save.busy ? 'Sparar..' : 'Lägg till'}
          </Button>
        )
      }
    >
      {waits ? (
        <Notice kind="info">Rollen är känslig. Regeln gäller när någon annan har godkänt den.</Notice>
      ) : (
        <Loaded of={load}>
          {(choices) => (
            <div className={styles['form']}>
              <TextField
                label="Anspråk (claim)"
                required
                autoCapitalize="none"
                spellCheck={false}
                hint="Var värdet står: roles i Entra, groups eller realm_access.roles i Keycloak."
                value={claim}
                onChange={put('claim')}
                error={wrong('claim')}
              />
              <TextField
                label="Värde"
                required
                autoCapitalize="none"
                spellCheck={false}
                hint="Exakt som det står, till exempel verkstad.norr eller /norr/kiruna/verkstad."
                value={varde}
                onChange={put('varde')}
                error={wrong('varde')}
              />
              <Button disabled={!claim.trim() || !varde.trim()} onClick={() => setTried(query)}>
                Visa vilka som berörs
              </Button>
              {tried && <MeantBy query={tried} />}
              <RoleAndArea
                roles={choices.roller}
                areas={choices.omraden}
                value={form}
                hint={hintOf(choices, roll)}
                onChange={(field, value) => setForm({ ...form, [field]: value })}
                wrong={wrong}
              />
              <TextField
                label="Inloggningstjänst"
                required={false}
                autoCapitalize="none"
                spellCheck={false}
                hint="Adressen till tjänsten, om bara den ska räknas."
                value={utfardare}
                onChange={put('utfardare')}
                error={wrong('utfardare')}
              />
              {save.error && <SaveError error={save.error} />}
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}
