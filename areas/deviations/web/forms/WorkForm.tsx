import { addWorkEnvironment } from '../../calls.ts'
import { AddWorkEnvironment } from '../../contract/work-environment.ts'
import { busProblem } from '../steps/bus-problem.ts'
import type { Definition } from '../steps/definition.ts'
import { ReportForm } from '../steps/ReportForm.tsx'
import { yesOrNo } from './answers.ts'
import {
  blankWork,
  checklists,
  nothingHappened,
  summaryOfLists,
  type WorkFields,
  workFieldOf,
  workPayload,
} from './work.ts'
import { CausesStep, HappeningStep, ProposalsStep, TaskStep, WhenAndWhereStep } from './WorkSteps.tsx'

const work: Definition<WorkFields, AddWorkEnvironment> = {
  kind: 'work-environment',
  needsOptions: true,
  call: addWorkEnvironment,
  schema: AddWorkEnvironment,
  blank: blankWork,
  payloadOf: (fields, { options }, pictures) => workPayload(fields, options, pictures),
  fieldOf: workFieldOf,
  problems: busProblem,
  leftOut: nothingHappened,
  steps: [
    {
      title: 'När och var',
      fields: ['Datum', 'Plats', 'Fordon', 'Personskador'],
      Body: WhenAndWhereStep,
      summary: (fields) => [
        ['Datum', fields.Datum],
        ['Plats', fields.Plats],
        ['Fordon', fields.Fordon],
        ['Någon är skadad', yesOrNo(fields.Personskador)],
      ],
    },
    {
      title: 'Arbetsmoment',
      fields: ['Arbetsmoment', 'ArbetsmomentEget'],
      Body: TaskStep,
      summary: summaryOfLists('Arbetsmoment'),
    },
    {
      title: checklists.VadHande.label,
      fields: ['VadHande', 'VadHandeEget'],
      Body: HappeningStep,
      summary: summaryOfLists('VadHande'),
    },
    {
      title: 'Orsaker',
      fields: ['VarNagot', 'VarNagotEget', 'Forhallanden', 'ForhallandenEget'],
      Body: CausesStep,
      summary: summaryOfLists('VarNagot', 'Forhallanden'),
    },
    {
      title: 'Förslag och bilder',
      fields: ['Forslag', 'ForslagEget'],
      Body: ProposalsStep,
      summary: summaryOfLists('Forslag'),
    },
  ],
}

/** 'Arbetsmiljö'. */
export default function WorkForm() {
  return <ReportForm definition={work} />
}
