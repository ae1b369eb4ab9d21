import { addTrafficInformation } from '../../calls.ts'
import { AddTrafficInformation } from '../../contract/traffic-information.ts'
import type { Definition, StepProps } from '../steps/definition.ts'
import { Day, Line, Lines, OneOf } from '../steps/fields.tsx'
import { ReportForm } from '../steps/ReportForm.tsx'
import { PhotoField } from '#core/pictures/web/PhotoField.tsx'

type TrafficFields = Omit<AddTrafficInformation, 'AttachmentUploadBlobNames'>

const traffic: Definition<TrafficFields, AddTrafficInformation> = {
  kind: 'traffic-information',
  needsOptions: true,
  call: addTrafficInformation,
  schema: AddTrafficInformation,
  blank: (now) => ({ Hallplatskategori: '', Datum: now.slice(0, 10), Plats: '', HandelseBeskrivning: '' }),
  payloadOf: (fields, _means, AttachmentUploadBlobNames) => ({ ...fields, AttachmentUploadBlobNames }),
  steps: [
    {
      title: 'Vad hände?',
      fields: ['Hallplatskategori', 'Datum', 'Plats', 'HandelseBeskrivning'],
      Body: What,
      summary: (fields, { options }) => [
        ['Rubrik', options.hallplatskategori.find(({ value }) => value === fields.Hallplatskategori)?.label ?? ''],
        ['Datum', fields.Datum],
        ['Plats', fields.Plats],
        ['Händelsebeskrivning', fields.HandelseBeskrivning],
      ],
    },
  ],
}

/** 'Trafik- och Kundinformation'. */
export default function TrafficForm() {
  return <ReportForm definition={traffic} />
}

function What({ control, context, photos }: StepProps<TrafficFields>) {
  return (
    <>
      <OneOf
        control={control}
        name="Hallplatskategori"
        required
        label="Rubrik"
        options={context.options.hallplatskategori}
      />
      <Day control={control} name="Datum" required label="Datum" />
      <Line control={control} name="Plats" required label="Plats" />
      <Lines control={control} name="HandelseBeskrivning" required label="Händelsebeskrivning" rows={5} />
      <PhotoField photos={photos} />
    </>
  )
}
