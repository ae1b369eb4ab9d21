import { useState } from 'react'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { NotReloaded } from '#platform/web/office/NotReloaded.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { WayBack } from '#platform/web/office/WayBack.tsx'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { Toggle } from '#platform/web/ui/Toggle.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { changeActive, changeRight, getEmployee, getEmployees, releaseField, unlinkAccount } from '../calls.ts'
import type { Employee, Field, Source } from '../contract.ts'
import { changeable, rightLabels, type Changeable } from '../rules.ts'
import styles from './Employees.module.css'
import { FieldDialog } from './FieldDialog.tsx'

const reloads = [getEmployee, getEmployees]

/** One employee: each value with its source, and what the office may change. `list`: the address of the list that he or she is from. */
export function EmployeeView({ number, list }: { number: string; list: string }) {
  const { of, failed } = keptLoad(useCall(getEmployee, { anstid: number }))
  const title = of.data?.namn ?? 'Anställd'
  useTitle(title)
  return (
    <>
      <PageHeader title={title} over={<WayBack to={list}>Alla anställda</WayBack>} />
      {failed && <NotReloaded />}
      <Loaded of={of}>
        {(employee) => (
          <div className={styles['cards']}>
            <div className={styles['column']}>
              <Details employee={employee} />
              <Roles roles={employee.roller} />
              <Accounts employee={employee} />
              <Employment employee={employee} />
            </div>
            <Rights employee={employee} />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Says once in a card's heading that values come from the import, instead of saying it at each value. */
const imported = (sources: readonly Source[]) =>
  sources.some(({ fran }) => fran === 'import') && (
    <span className={styles['from']}>
      {sources.every(({ fran }) => fran === 'import') ? 'Från importen' : 'Från importen, om inget annat står'}
    </span>
  )

/** The source of a value that is not the import's, in words. */
function From({ source: { fran, av, nar } }: { source: Source }) {
  if (fran === 'import') return null
  if (fran === 'egen') return <span className={styles['from']}>Ändrat av den anställde</span>
  return (
    <span className={styles['from']}>
      Ändrat av kontoret{av && `: ${av}`}
      {nar && `, ${dateInWords(nar.slice(0, 10))}`}
    </span>
  )
}

const isChangeable = (field: string): field is Changeable => (changeable as readonly string[]).includes(field)

function Details({ employee }: { employee: Employee }) {
  const [changing, setChanging] = useState<(Field & { falt: Changeable }) | null>(null)
  const release = useSend(releaseField, { reloads, once: true, said: () => 'Nästa import bestämmer igen' })
  const { anstid, farAndra, uppgifter } = employee
  return (
    <Card title="Uppgifter" aside={imported(uppgifter.map(({ kalla }) => kalla))}>
      <dl className={styles['facts']}>
        {uppgifter.map((field) => {
          const { falt, etikett, varde, kalla } = field
          return (
            <div key={falt}>
              <dt>{etikett}</dt>
              <dd>
                {varde ?? '–'} <From source={kalla} />
              </dd>
              {farAndra && isChangeable(falt) && (
                <dd className={styles['acts']}>
                  <Button kind="quiet" onClick={() => setChanging({ ...field, falt })}>
                    <span>
                      Ändra<VisuallyHidden> {etikett.toLocaleLowerCase('sv')}</VisuallyHidden>
                    </span>
                  </Button>
                  {kalla.fran === 'kontor' && (
                    <Button
                      ref={passFocus}
                      kind="quiet"
                      busy={release.busy}
                      onClick={() => release.submit({ anstid, falt })}
                    >
                      <span>
                        Följ importen<VisuallyHidden> för {etikett.toLocaleLowerCase('sv')}</VisuallyHidden>
                      </span>
                    </Button>
                  )}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      {release.error && <SaveError error={release.error} />}
      {changing && <FieldDialog employee={employee} field={changing} onClose={() => setChanging(null)} />}
    </Card>
  )
}

function Rights({ employee: { anstid, behorigheter, farBehorigheter } }: { employee: Employee }) {
  return (
    <Card title="Behörigheter" aside={imported(behorigheter.map(({ kalla }) => kalla))}>
      <ul className={styles['rights']}>
        {behorigheter.map(({ typ, har, kalla }) => (
          <li key={typ}>
            {farBehorigheter ? (
              <RightToggle anstid={anstid} typ={typ} har={har} />
            ) : (
              <span className={styles['right']}>
                {rightLabels[typ]}
                <b>{har ? 'ja' : 'nej'}</b>
              </span>
            )}
            <From source={kalla} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A right that is saved by itself, so that the next one can be changed while this one is being saved. */
function RightToggle({
  anstid,
  typ,
  har,
}: Pick<Employee, 'anstid'> & Pick<Employee['behorigheter'][number], 'typ' | 'har'>) {
  const change = useSend(changeRight, { reloads, once: true, said: () => `Ändrat: ${rightLabels[typ]}` })
  return (
    <>
      <Toggle label={rightLabels[typ]} checked={har} onChange={(on) => change.submit({ anstid, typ, har: on })} />
      {change.error && <SaveError error={change.error} />}
    </>
  )
}

function Roles({ roles }: { roles: Employee['roller'] }) {
  return (
    <Card title="Roller på kontoret">
      {roles.length === 0 ? (
        <p>Inga.</p>
      ) : (
        <ul className={styles['plain']}>
          {roles.map(({ namn, omrade, till, ersatterFor }) => (
            <li key={`${namn} ${omrade} ${ersatterFor}`}>
              {namn}
              <span className={styles['from']}>
                {[omrade ?? 'Hela bolaget', till && `till ${till}`, ersatterFor && `ersätter ${ersatterFor}`]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Accounts({ employee: { anstid, konton, farBehorigheter } }: { employee: Employee }) {
  const unlink = useSend(unlinkAccount, { reloads, once: true, said: () => 'Kopplingen är borttagen' })
  return (
    <Card title="Konton">
      {konton.length === 0 ? (
        <p>Loggar in utan bolagets konto.</p>
      ) : (
        <ul className={styles['plain']}>
          {konton.map(({ utfardare, konto }) => (
            <li key={`${utfardare} ${konto}`}>
              <span className={styles['long']}>{konto}</span>
              <span className={styles['from']}>{utfardare}</span>
              {farBehorigheter && (
                <Button
                  ref={passFocus}
                  kind="quiet"
                  busy={unlink.busy}
                  onClick={() => unlink.submit({ anstid, utfardare, konto })}
                >
                  <span>
                    Ta bort<VisuallyHidden> kopplingen till {konto}</VisuallyHidden>
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {farBehorigheter && konton.length > 0 && (
        <p className={styles['from']}>
          Den anställdes kalenderadress slutar gälla när ett konto tas bort. En ny skapas under Schema.
        </p>
      )}
      {unlink.error && <SaveError error={unlink.error} />}
    </Card>
  )
}

function Employment({ employee }: { employee: Employee }) {
  const { anstid, namn, aktiv, aktivKalla, chefFor, farBehorigheter } = employee
  const [asking, setAsking] = useState(false)
  const change = useSend(changeActive, {
    reloads,
    once: true,
    said: ({ aktiv: on }) => (on ? 'Anställningen är återupptagen' : 'Anställningen är avslutad'),
    onSuccess: () => setAsking(false),
  })
  return (
    <Card
      title="Anställning"
      aside={
        aktiv ? <StatusPill tone="green">Anställd</StatusPill> : <StatusPill tone="neutral">Har slutat</StatusPill>
      }
    >
      {imported([aktivKalla]) || <From source={aktivKalla} />}
      {chefFor > 0 && <p>Närmaste chef för {chefFor === 1 ? 'en anställd' : `${chefFor} anställda`}.</p>}
      {farBehorigheter && (
        <div className={classes(styles['acts'], styles['below'])}>
          {aktiv ? (
            <Button onClick={() => setAsking(true)}>Avsluta anställningen</Button>
          ) : (
            <Button busy={change.busy} onClick={() => change.submit({ anstid, aktiv: true })}>
              Återuppta anställningen
            </Button>
          )}
        </div>
      )}
      {!asking && change.error && <SaveError error={change.error} />}
      {asking && (
        <Dialog
          cancel
          title={`Avsluta anställningen för ${namn}?`}
          onClose={() => setAsking(false)}
          actions={
            <Button kind="danger" busy={change.busy} onClick={() => change.submit({ anstid, aktiv: false })}>
              {change.busy ? 'Avslutar..' : 'Avsluta anställningen'}
            </Button>
          }
        >
          <p>
            {namn} loggas ut inom en halv minut och kommer inte in igen. Anställningen återupptas inte av en import,
            bara här.
          </p>
          {chefFor > 0 && (
            <p>
              {chefFor === 1
                ? `En anställd har ${namn} som närmaste chef. Ge den anställde en annan.`
                : `${chefFor} anställda har ${namn} som närmaste chef. Ge dem en annan.`}
            </p>
          )}
          {change.error && <SaveError error={change.error} />}
        </Dialog>
      )}
    </Card>
  )
}
