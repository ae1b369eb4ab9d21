import type { FormOptions } from '../../contract/common.ts'
import type { AddWorkEnvironment } from '../../contract/work-environment.ts'
import type { LeftOut } from '../steps/definition.ts'
import { checklistOf, chosenLabels } from './answers.ts'

export interface WorkFields {
  Datum: string
  Plats: string
  Fordon: string
  Personskador: boolean
  Arbetsmoment: readonly string[]
  ArbetsmomentEget: string
  VadHande: readonly string[]
  VadHandeEget: string
  VarNagot: readonly string[]
  VarNagotEget: string
  Forhallanden: readonly string[]
  ForhallandenEget: string
  Forslag: readonly string[]
  ForslagEget: string
}

/** The checklists: field, list among the options, heading, and the label of the employee's own addition. */
export const checklists = {
  Arbetsmoment: { list: 'arbetsmoment', label: 'Arbetsmoment', own: 'Eget arbetsmoment' },
  VadHande: { list: 'vadHande', label: 'Vad hände?', own: 'Annat som hände' },
  VarNagot: { list: 'varNagot', label: 'Var något annorlunda?', own: 'Annat som var annorlunda' },
  Forhallanden: { list: 'forhallanden', label: 'Förhållanden', own: 'Andra förhållanden' },
  Forslag: { list: 'forslag', label: 'Förslag', own: 'Eget förslag' },
} as const satisfies Record<string, { list: keyof FormOptions; label: string; own: string }>

export type Checklist = keyof typeof checklists

const ownField = (list: Checklist) => `${list}Eget` as const

export const blankWork = (now: string): WorkFields => ({
  Datum: now.slice(0, 10),
  Plats: '',
  Fordon: '',
  Personskador: false,
  Arbetsmoment: [],
  ArbetsmomentEget: '',
  VadHande: [],
  VadHandeEget: '',
  VarNagot: [],
  VarNagotEget: '',
  Forhallanden: [],
  ForhallandenEget: '',
  Forslag: [],
  ForslagEget: '',
})

export function workPayload(
  fields: WorkFields,
  options: FormOptions,
  AttachmentUploadBlobNames: string[],
): AddWorkEnvironment {
  const list = (name: Checklist) => checklistOf(options[checklists[name].list], fields[name], fields[ownField(name)])
  return {
    Datum: fields.Datum,
    Plats: fields.Plats,
    Fordon: fields.Fordon,
    Personskador: fields.Personskador,
    Arbetsmoment: list('Arbetsmoment'),
    VadHande: list('VadHande'),
    VarNagot: list('VarNagot'),
    Forhallanden: list('Forhallanden'),
    Forslag: list('Forslag'),
    AttachmentUploadBlobNames,
  }
}

/** The question to ask if a report does not say what happened; null if it does. Each list may be empty, but such a report is useless. */
export function nothingHappened({ VadHande, VadHandeEget }: WorkFields): LeftOut | null {
  if (VadHande.length > 0 || VadHandeEget.trim() !== '') return null
  return {
    question: 'Du har inte fyllt i vad som hände. Spara ändå?',
    fillIn: 'Fyll i vad som hände',
    step: checklists.VadHande.label,
  }
}

/** Only the employee's own addition can be wrong in a list. */
export function workFieldOf([list, at]: readonly PropertyKey[]): string | undefined {
  return at !== undefined && String(list) in checklists ? `${String(list)}Eget` : undefined
}

/** Checklists as text for the summary. */
export function summaryOfLists(...names: readonly Checklist[]) {
  return (fields: WorkFields, { options }: { readonly options: FormOptions }) =>
    names.map((name) => {
      const { list, label } = checklists[name]
      return [label, chosenLabels(options[list], fields[name], fields[ownField(name)])] as const
    })
}
