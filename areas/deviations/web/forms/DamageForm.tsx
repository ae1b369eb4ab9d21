import { addVehicleDamage } from '../../calls.ts'
import { damageLabels } from '../../contract/damage-labels.ts'
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
        [damageLabels.fordon, fields.Fordon],
      ],
    },
    {
      title: 'Vad hände?',
      fields: ['HandelseBeskrivning', 'Skadeplatskategori'],
      Body: WhatStep,
      summary: (fields) => [
        [damageLabels.handelseBeskrivning, fields.HandelseBeskrivning],
        [damageLabels.skadeplatskategori, fields.Skadeplatskategori.join(', ')],
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
          [damageLabels.forsakringsKategori, chosen?.label ?? ''],
          ...(specification ? [[specificationLabels[specification], fields.KategoriSpecificering] as const] : []),
          ...(roadWidth
            ? [
                [damageLabels.vagensBredd, fields.VagensBredd] as const,
                [damageLabels.avstandTillVagensSida, fields.AvstandTillVagensSida] as const,
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
        [damageLabels.skadaPaFordon, fields.SkadaPaFordon],
        [damageLabels.synligaSkador, visibleDamage(fields) || 'Nej'],
        ...(askedOf(fields, options).personalInjury ? [['Någon är skadad', injuries(fields) || 'Nej'] as const] : []),
        [damageLabels.ersattningsfordon, yesOrNo(fields.Ersattningsfordon)],
      ],
    },
    {
      title: 'Inblandade',
      fields: ['Motparter', 'Vittnen', 'AntalPassagerare', 'Matarstallning'],
      Body: InvolvedStep,
      summary: (fields, { options }) => [
        ...(askedOf(fields, options).opposingParty
          ? [[damageLabels.motpartskontaktuppgifter, opponentsOf(fields.Motparter)] as const]
          : []),
        [damageLabels.vittnen, fields.Vittnen],
        [damageLabels.polis, yesOrNo(fields.Polis)],
        [damageLabels.raddningstjanst, yesOrNo(fields.Raddningstjanst)],
        [damageLabels.blodprov, yesOrNo(fields.Blodprov)],
        [damageLabels.antalPassagerare, fields.AntalPassagerare],
        [damageLabels.matarstallning, fields.Matarstallning],
      ],
    },
  ],
}

/** 'Fordonsskada'. */
export default function DamageForm() {
  return <ReportForm definition={damage} />
}
