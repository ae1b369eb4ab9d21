import { ReadingPlace } from '#core/documents/web/ReadButton.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon, graduationIcon, pencilIcon } from '#platform/web/ui/icons-more.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getCertificates, getEvaluation } from '../calls.ts'
import { notAttended } from '../rules.ts'
import { CertificateList } from './CertificateList.tsx'
import { EvaluationForm } from './EvaluationForm.tsx'
import styles from './TrainingScreen.module.css'

/** 'Utbildning': the employee's certificates, and the evaluation of the latest course. */
export default function TrainingScreen() {
  const certificates = useCall(getCertificates, undefined, { failedText: 'Hämta intyg misslyckades' })
  const evaluation = useCall(getEvaluation, undefined, { failedText: 'Hämta utvärdering misslyckades' })
  return (
    <ReadingPlace>
      <PageHeader title="Utbildning" />
      <div className={styles['cards']}>
        <Card title="Välj Utbildningsintyg" icon={documentIcon}>
          <Loaded of={certificates} skeleton={<Skeleton text="Laddar.." shape="rows" lines={10} />}>
            {(found) => <CertificateList certificates={found} />}
          </Loaded>
        </Card>
        {/* Shown only after the list above, whose length is not known before: otherwise it would jump when the list arrives. */}
        {!certificates.isPending && (
          <Card title="Lämna utvärdering" icon={pencilIcon}>
            <Loaded of={keptLoad(evaluation).of} skeleton={<Skeleton text="Laddar.." lines={4} />}>
              {(attended) => (attended ? <EvaluationForm /> : <EmptyState icon={graduationIcon} title={notAttended} />)}
            </Loaded>
          </Card>
        )}
      </div>
    </ReadingPlace>
  )
}
