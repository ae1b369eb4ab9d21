import { addVehicleDamage } from '../../calls.ts'
import { AddVehicleDamage } from '../../contract/vehicle-damage.ts'
import { busProblem } from '../steps/bus-problem.ts'
import type { Definition } from '../steps/definition.ts'
import { ReportForm } from '../steps/ReportForm.tsx'
import { yesOrNo } from './answers.ts'
import {
  askedOf,
  blankDamage,
  damageFieldOf,
  type DamageFields,
  damagePayload,
  injuries,
  opponentsOf,
  timeProblem,
  visibleDamage,
} from './damage.ts'
import {
  InsuranceStep,
  InvolvedStep,
  InjuriesStep,
  specificationLabels,
  WhatStep,
  WhenAndWhereStep,
} from './DamageSteps.tsx'

const damage: Definition<DamageFields, AddVehicleDamage> = {
  kind: 'vehicle-damage',
  needsOptions: true,
  call: addVehicleDamage,
  schema: AddVehicleDamage,
  blank: blankDamage,
  payloadOf: (fields, { options }, pictures) => damagePayload(fields, options, pictures),
  fieldOf: damageFieldOf,
  problems: (fields, context) => ({ ...busProblem(fields, context), ...timeProblem(fields) }),
  steps: [
    {
      title: 'När och var',
      fields: ['Datum', 'Tid', 'Plats', 'Fordon'],
      Body: WhenAndWhereStep,
      summary: (fields) => [
        ['Datum', `${fields.Datum} ${fields.Tid}`],
        ['Plats', fields.Plats],
        ['Fordon', fields.Fordon],
      ],
    },
    {
      title: 'Vad hände?',
      fields: ['HandelseBeskrivning', 'Skadeplatskategori'],
      Body: WhatStep,
      summary: (fields) => [
        ['Händelsebeskrivning', fields.HandelseBeskrivning],
        ['Skadeplats', fields.Skadeplatskategori.join(', ')],
      ],
    },
    {
      title: 'Försäkring',
      fields: ['ForsakringsKategori', 'KategoriSpecificering', 'VagensBredd', 'AvstandTillVagensSida'],
      Body: InsuranceStep,
      summary: (fields, { options }) => {
        const { specification, roadWidth } = askedOf(fields, options)
        const chosen = options.forsakringskategori.find(({ value }) => value === fields.ForsakringsKategori)
        return [
          ['Försäkringskategori', chosen?.label ?? ''],
          ...(specification ? [[specificationLabels[specification], fields.KategoriSpecificering] as const] : []),
          ...(roadWidth
            ? [
                ['Vägens bredd (m)', fields.VagensBredd] as const,
                ['Avstånd till högerkanten (m)', fields.AvstandTillVagensSida] as const,
              ]
            : []),
        ]
      },
    },
    {
      title: 'Skador',
      fields: ['SkadaPaFordon', 'SynligaSkador', 'Personskadekontaktuppgifter'],
      Body: InjuriesStep,
      summary: (fields, { options }) => [
        ['Skada på fordonet', fields.SkadaPaFordon],
        ['Synliga skador på fordonet', visibleDamage(fields) || 'Nej'],
        ...(askedOf(fields, options).personalInjury ? [['Någon är skadad', injuries(fields) || 'Nej'] as const] : []),
        ['Ersättningsfordon behövdes', yesOrNo(fields.Ersattningsfordon)],
      ],
    },
    {
      title: 'Inblandade',
      fields: ['Motparter', 'Vittnen', 'AntalPassagerare', 'Matarstallning'],
      Body: InvolvedStep,
      summary: (fields, { options }) => [
        ...(askedOf(fields, options).opposingParty ? [['Motpart', opponentsOf(fields.Motparter)] as const] : []),
        ['Vittnen', fields.Vittnen],
        ['Polis på platsen', yesOrNo(fields.Polis)],
        ['Räddningstjänst på platsen', yesOrNo(fields.Raddningstjanst)],
        ['Blodprov eller utandningsprov togs', yesOrNo(fields.Blodprov)],
        ['Antal passagerare', fields.AntalPassagerare],
        ['Mätarställning', fields.Matarstallning],
      ],
    },
  ],
}

/** 'Fordonsskada'. */
export default function DamageForm() {
  return <ReportForm definition={damage} />
}
