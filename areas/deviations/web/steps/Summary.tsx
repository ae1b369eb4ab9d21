import type { FieldValues } from 'react-hook-form'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { PhotoField } from '#core/pictures/web/PhotoField.tsx'
import type { Photos } from '#core/pictures/web/use-photos.ts'
import type { FormContext, Step } from './definition.ts'
import styles from './Summary.module.css'

interface SummaryProps<Fields extends FieldValues> {
  steps: readonly Step<Fields>[]
  fields: Fields
  context: FormContext
  photos: Photos
  onEdit: (step: number) => void
}

/** All answers before the report is sent, each part with a button back to its step. */
export function Summary<Fields extends FieldValues>({ steps, fields, context, photos, onEdit }: SummaryProps<Fields>) {
  return (
    <div className={styles['summary']}>
      {steps.map((step, at) => {
        const answers = step.summary(fields, context).filter(([, answer]) => answer.trim() !== '')
        return (
          <Card
            key={step.title}
            title={step.title}
            aside={
              <Button kind="quiet" aria-label={`Ändra ${step.title}`} onClick={() => onEdit(at)}>
                Ändra
              </Button>
            }
          >
            {answers.length === 0 && <p className={styles['none']}>Inget angivet.</p>}
            <dl className={styles['answers']}>
              {answers.map(([label, answer]) => (
                <div key={label} className={styles['answer']}>
                  <dt>{label}</dt>
                  <dd>{answer}</dd>
                </div>
              ))}
            </dl>
          </Card>
        )
      })}
      <Card>
        <PhotoField photos={photos} />
      </Card>
    </div>
  )
}
