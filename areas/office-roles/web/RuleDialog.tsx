import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { addRule, getRoleChoices, getRules, getWaitingRules } from '../calls.ts'
import type { RuleQuery } from '../contract.ts'
import { MeantBy } from './MeantBy.tsx'
import styles from './RoleForm.module.css'
import { hintOf } from './words.ts'

/** A new rule, with whom it would mean before it is made. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const load = useCall(getRoleChoices, undefined)
  const [form, setForm] = useState({ claim: 'groups', varde: '', roll: '', omrade: '', utfardare: '' })
  const [tried, setTried] = useState<RuleQuery | null>(null)
  const put = (field: keyof typeof form) => (event: { target: { value: string } }) => {
    setForm({ ...form, [field]: event.target.value })
    if (field !== 'roll' && field !== 'omrade') setTried(null)
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
              <SelectField
                label="Roll"
                required
                placeholder="Välj roll"
                options={choices.roller.map((each) => ({ value: each.roll, label: each.namn }))}
                value={roll}
                onChange={put('roll')}
                hint={hintOf(choices, roll)}
                error={wrong('roll')}
              />
              <SelectField
                label="Område"
                placeholder="Hela bolaget"
                options={choices.omraden.map((area) => ({ value: area, label: area }))}
                value={omrade}
                onChange={put('omrade')}
                error={wrong('omrade')}
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
