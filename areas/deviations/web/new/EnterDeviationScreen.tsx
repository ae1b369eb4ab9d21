import { Suspense, useState } from 'react'
import { OnBehalfScreen } from '#core/cases/web/OnBehalfScreen.tsx'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { chevronLeftIcon } from '#platform/web/ui/icons.ts'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { addThreat, addTrafficInformation, addVehicleDamage, addWorkEnvironment } from '../../calls.ts'
import {
  addThreatFor,
  addTrafficInformationFor,
  addVehicleDamageFor,
  addWorkEnvironmentFor,
  deviationCases,
} from '../../cases.ts'
import { kinds } from '../kinds.ts'
import styles from './EnterDeviation.module.css'
import { KindChoice } from './KindChoice.tsx'
import { kindForms } from './kind-forms.ts'

const officeCalls = {
  [addThreat.path]: addThreatFor,
  [addTrafficInformation.path]: addTrafficInformationFor,
  [addVehicleDamage.path]: addVehicleDamageFor,
  [addWorkEnvironment.path]: addWorkEnvironmentFor,
}

/** The employee's forms in the office, for a deviation that somebody has called in. */
export default function EnterDeviationScreen() {
  return (
    <OnBehalfScreen calls={deviationCases} queue="Avvikelser" callFor={({ path }) => officeCalls[path] ?? addThreatFor}>
      <Kinds />
    </OnBehalfScreen>
  )
}

/** The chosen button has disappeared with the list of kinds. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

function Kinds() {
  const { behalf } = useAddressee()
  const [slug, setSlug] = useState<string | null>(null)
  const chosen = kinds.find((each) => each.slug === slug)
  if (!chosen || !behalf) return <KindChoice onChoose={setSlug} />
  const Form = kindForms[chosen.kind]
  return (
    <section className={styles['form']} aria-labelledby="slag">
      <Button ref={passFocus} kind="quiet" icon={chevronLeftIcon} onClick={() => setSlug(null)}>
        Välj en annan sorts avvikelse
      </Button>
      <h2 id="slag" ref={takeFocus} tabIndex={-1}>
        {chosen.label}
      </h2>
      <Suspense fallback={<Skeleton text="Laddar formulärdata.." spoken lines={5} />}>
        <Form />
      </Suspense>
    </section>
  )
}
