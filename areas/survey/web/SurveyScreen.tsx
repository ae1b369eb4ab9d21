import { useMemo, useState } from 'react'
import { useDraft } from '#platform/web/drafts.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { clockIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { blankOf, type Filled, type SurveyForm as Form } from '../contract/form.ts'
import { formOf } from '../contract/forms.ts'
import type { SurveyStatus } from '../contract/status.ts'
import { Introduction } from './Introduction.tsx'
import styles from './Survey.module.css'
import { SurveyForm } from './SurveyForm.tsx'
import { useSurvey } from './use-survey.ts'

/** 'Medarbetarundersökning': the drivers' or the salaried staff's form, while it is open. */
export default function SurveyScreen() {
  const load = useSurvey()
  return (
    <div className={styles['screen']}>
      <PageHeader title="Medarbetarundersökning" />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {([status]) =>
          status?.datum && status.year !== null ? <Open status={status} year={status.year} /> : <Closed />
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

function Open({ status, year }: { status: SurveyStatus; year: number }) {
  const form = useMemo(() => formOf(status.contenttype, year), [status.contenttype, year])
  const kept = useDraft<Filled>(`survey-${year}-${status.contenttype}`)
  const [begun, setBegun] = useState<Filled>()
  if (begun === undefined && kept.draft !== undefined) setBegun(continued(form, kept.draft))
  return (
    <>
      <Introduction closes={status.closes} head={status.head} />
      {begun ? <SurveyForm form={form} begun={begun} kept={kept} /> : <Skeleton shape="rows" lines={6} />}
    </>
  )
}

/** What was kept, as far as the form still asks it. */
function continued(form: Form, draft: Filled | null): Filled {
  const blank = blankOf(form)
  return Object.fromEntries(Object.entries(blank).map(([name, none]) => [name, draft?.[name] ?? none]))
}
