import { addThreat } from '../../calls.ts'
import { AddThreat } from '../../contract/threats.ts'
import { busProblem } from '../steps/bus-problem.ts'
import type { Definition, StepProps } from '../steps/definition.ts'
import { Bus, Day, Line, Lines } from '../steps/fields.tsx'
import { ReportForm } from '../steps/ReportForm.tsx'
import { PhotoField } from '#core/pictures/web/PhotoField.tsx'

type ThreatFields = Omit<AddThreat, 'AttachmentUploadBlobNames'>

const threat: Definition<ThreatFields, AddThreat> = {
  kind: 'threat',
  needsOptions: false,
  call: addThreat,
  schema: AddThreat,
  blank: (now) => ({
    Datum: now.slice(0, 10),
    Plats: '',
    Fordon: '',
    HandelseBeskrivning: '',
    ExternaPersonskadorInfo: '',
  }),
  payloadOf: (fields, _means, AttachmentUploadBlobNames) => ({ ...fields, AttachmentUploadBlobNames }),
  problems: busProblem,
  steps: [
    {
      title: 'Vad hände?',
      fields: ['Datum', 'Plats', 'Fordon', 'HandelseBeskrivning', 'ExternaPersonskadorInfo'],
      Body: What,
      summary: (fields) => [
        ['Datum', fields.Datum],
        ['Plats', fields.Plats],
        ['Fordon', fields.Fordon],
        ['Händelsebeskrivning', fields.HandelseBeskrivning],
        ['Andra som skadades', fields.ExternaPersonskadorInfo],
      ],
    },
  ],
}

/** 'Hot och Våld'. */
export default function ThreatForm() {
  return <ReportForm definition={threat} />
}

function What({ control, context, photos }: StepProps<ThreatFields>) {
  return (
    <>
      <Day control={control} name="Datum" required label="Datum" />
      <Line control={control} name="Plats" required label="Plats" />
      <Bus control={control} name="Fordon" required context={context} />
      <Lines control={control} name="HandelseBeskrivning" required label="Händelsebeskrivning" rows={5} />
      <Lines
        control={control}
        name="ExternaPersonskadorInfo"
        required={false}
        label="Andra som skadades"
        hint="Lämna tomt om ingen annan skadades"
        rows={2}
      />
      <PhotoField photos={photos} />
    </>
  )
}
