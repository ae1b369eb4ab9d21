import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { counted } from '#platform/contract/counted.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { shieldIcon } from '#platform/web/ui/icons-more.ts'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { getRoles, getRules, removeRule } from '../calls.ts'
import type { Rule } from '../contract.ts'
import { EmployeesOfRule } from './EmployeesOfRule.tsx'
import styles from './RoleForm.module.css'
import { RuleDialog } from './RuleDialog.tsx'
import { WaitingRules } from './WaitingRules.tsx'
import { placeOf, ruleOf } from './words.ts'

type Open = { readonly what: 'add' } | { readonly what: 'who' | 'remove'; readonly rule: Rule }

/** 'Rollregler': which role follows from which value of a sign-in. */
export default function RulesScreen() {
  const load = useCall(getRules, undefined)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Rollregler"
        lead="Den som loggar in med ett visst värde, till exempel en grupp, får en roll. Tas värdet bort i inloggningstjänsten upphör rollen."
        actions={
          <Button kind="primary" onClick={() => setOpen({ what: 'add' })}>
            Lägg till en regel
          </Button>
        }
      />
      <div className={styles['list']}>
        <WaitingRules />
        <Loaded of={load} skeleton={<Skeleton shape="rows" lines={4} />}>
          {(rules) =>
            rules.length === 0 ? (
              <EmptyState icon={shieldIcon} title="Det finns inga regler">
                Rollerna ges för hand, eller av en importerad fil.
              </EmptyState>
            ) : (
              byRole(rules).map(([name, of]) => (
                <Card key={name} title={name}>
                  {of.map((rule) => (
                    <RuleRow key={rule.id} rule={rule} onOpen={(what) => setOpen({ what, rule })} />
                  ))}
                </Card>
              ))
            )
          }
        </Loaded>
      </div>
      {open?.what === 'add' && <RuleDialog onClose={close} />}
      {open?.what === 'who' && <EmployeesDialog rule={open.rule} onClose={close} />}
      {open?.what === 'remove' && <RemoveDialog rule={open.rule} onClose={close} />}
    </>
  )
}

const byRole = (rules: readonly Rule[]) =>
  [...new Set(rules.map(({ namn }) => namn))]
    .toSorted((a, b) => a.localeCompare(b, 'sv'))
    .map((name) => [name, rules.filter(({ namn }) => namn === name)] as const)

function RuleRow({ rule, onOpen }: { rule: Rule; onOpen: (what: 'who' | 'remove') => void }) {
  const { antal, utfardare, gjordesAv, gjordes, godkandesAv } = rule
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <b>{ruleOf(rule)}</b>, {placeOf(rule)}
        <p>
          {antal === 0 ? 'Ingen har' : counted(antal, 'person har', 'personer har')} rollen av den här regeln.{' '}
          {utfardare && `Gäller bara inloggning hos ${utfardare}. `}
          {gjordesAv ?? 'Någon som har slutat'} lade till den {gjordes.slice(0, 10)}
          {godkandesAv && `, och ${godkandesAv} godkände`}.
        </p>
      </div>
      <span className={styles['buttons']}>
        <Button kind="secondary" onClick={() => onOpen('who')}>
          Visa vilka<VisuallyHidden> som har {ruleOf(rule)}</VisuallyHidden>
        </Button>
        <Button ref={passFocus} kind="secondary" onClick={() => onOpen('remove')}>
          Ta bort<VisuallyHidden> regeln {ruleOf(rule)}</VisuallyHidden>
        </Button>
      </span>
    </div>
  )
}

function EmployeesDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { claim, varde, utfardare } = rule
  return (
    <Dialog title={ruleOf(rule)} onClose={onClose} actions={<Button onClick={onClose}>Stäng</Button>}>
      <EmployeesOfRule query={{ claim, varde, ...(utfardare && { utfardare }) }} />
    </Dialog>
  )
}

function RemoveDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const remove = useSend(removeRule, { once: true, reloads: [getRules, getRoles], onReloaded: onClose })
  return (
    <Dialog
      cancel
      title="Ta bort regeln"
      onClose={onClose}
      actions={
        <Button kind="danger" busy={remove.busy} onClick={() => remove.submit({ id: rule.id })}>
          Ta bort regeln
        </Button>
      }
    >
      <p>
        {rule.antal === 0
          ? `Ingen har rollen ${rule.namn} av regeln ${ruleOf(rule)}.`
          : `${counted(rule.antal, 'person', 'personer')} förlorar rollen ${rule.namn} inom en halv minut, även deras ersättare. Roller som är givna för hand är kvar.`}
      </p>
      {remove.error && <SaveError error={remove.error} />}
    </Dialog>
  )
}
