import { useEffect, useMemo, useState } from 'react'
import { type Draft, useDraft } from '#platform/web/phone/drafts.ts'
import { continued } from '#platform/web/calls/forms/continued.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { clockIcon, okIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { blankOf, type Filled } from '../contract/form.ts'
import { formOf } from '../contract/forms/forms.ts'
import type { SurveyStatus } from '../contract/status.ts'
import { alreadySent } from '../rules.ts'
import { Introduction } from './Introduction.tsx'
import { Receipt } from './Receipt.tsx'
import styles from './Survey.module.css'
import { SurveyForm, type SurveyFormProps } from './SurveyForm.tsx'
import { useAnswered, useSurvey } from './use-survey.ts'

/** 'Medarbetarundersökning': the drivers' or the salaried staff's form, while it is open. */
export default function SurveyScreen() {
  const load = useSurvey()
  return (
    <div className={styles['screen']}>
      <PageHeader title={'Medarbetar\u00ADundersökning'} />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {([status]) =>
          status?.datum && status.year !== null ? <Asked status={status} year={status.year} /> : <Closed />
        }
      </Loaded>
    </div>
  )
}

function Closed() {
  return (
    <EmptyState icon={clockIcon} title="Medarbetarundersökningen är inte öppen just nu">
      När den öppnar hittar du den på startsidan.
    </EmptyState>
  )
}

interface OpenProps {
  status: SurveyStatus
  year: number
}

/** Shows at once if the employee has already answered. After sending, the receipt replaces the form and stays instead of that message. */
function Asked(open: OpenProps) {
  const answered = useAnswered()
  const [said, setSaid] = useState<string>()
  const which = `${open.year}-${open.status.contenttype}`
  const kept = useDraft<Filled>(`survey-${which}`, {})
  const { discard } = kept
  useEffect(() => {
    // Also if the answer was stored but its reply never reached the page: a draft is kept only until it has been sent.
    if (answered) void discard()
    // oxlint-disable-next-line react/exhaustive-deps -- `discard` is another function afterwards
  }, [answered])
  if (said !== undefined) return <Receipt said={said} />
  if (answered === false) return <Open key={which} {...open} kept={kept} onSent={setSaid} />
  if (answered === undefined) return <Skeleton shape="rows" lines={6} />
  return (
    <EmptyState icon={okIcon} title={alreadySent}>
      Tack för att du hjälper oss att bli bättre!
    </EmptyState>
  )
}

function Open({ status, year, kept, onSent }: OpenProps & { kept: Draft<Filled> } & Pick<SurveyFormProps, 'onSent'>) {
  const form = useMemo(() => formOf(status.contenttype, year), [status.contenttype, year])
  const [begun, setBegun] = useState<Filled>()
  if (begun === undefined && kept.draft !== undefined) setBegun(continued(blankOf(form), kept.draft))
  return (
    <>
      <Introduction closes={status.closes} head={status.head} />
      {begun ? (
        <SurveyForm form={form} begun={begun} kept={kept} onSent={onSent} />
      ) : (
        <Skeleton shape="rows" lines={6} />
      )}
    </>
  )
}
