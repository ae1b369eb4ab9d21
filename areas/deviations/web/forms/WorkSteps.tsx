import { Bus, Day, Line, Several, YesNo } from '../steps/fields.tsx'
import type { StepProps } from '../steps/definition.ts'
import { PhotoField } from '#core/pictures/web/PhotoField.tsx'
import { asOptions } from './answers.ts'
import { type Checklist, checklists, type WorkFields } from './work.ts'

type Props = StepProps<WorkFields>

export function WhenAndWhereStep({ control, context }: Props) {
  return (
    <>
      <Day control={control} name="Datum" required label="Datum" />
      <Line control={control} name="Plats" required label="Plats" />
      <Bus control={control} name="Fordon" required context={context} />
      <YesNo control={control} name="Personskador" label="Någon är skadad" />
    </>
  )
}

export function TaskStep(props: Props) {
  return <List {...props} name="Arbetsmoment" />
}

export function HappeningStep(props: Props) {
  return <List {...props} name="VadHande" />
}

export function CausesStep(props: Props) {
  return (
    <>
      <List {...props} name="VarNagot" />
      <List {...props} name="Forhallanden" />
    </>
  )
}

export function ProposalsStep(props: Props) {
  return (
    <>
      <List {...props} name="Forslag" />
      <PhotoField photos={props.photos} />
    </>
  )
}

function List({ control, context, name }: Props & { name: Checklist }) {
  const { list, label, own } = checklists[name]
  return (
    <>
      <Several
        control={control}
        name={name}
        required={false}
        label={label}
        options={asOptions(context.options[list])}
      />
      <Line control={control} name={`${name}Eget`} required={false} label={own} />
    </>
  )
}
