import { badTime } from '#platform/contract/date-words.ts'
import { clockTime } from '#platform/contract/dates.ts'
import type { FormOptions } from '../../contract/common.ts'
import type { AddVehicleDamage } from '../../contract/vehicle-damage.ts'
import { type DamageFields as Asked, damageFields } from '../../rules.ts'

export interface Opponent {
  registration: string
  other: string
}

export interface DamageFields {
  Datum: string
  Tid: string
  Plats: string
  Fordon: string
  HandelseBeskrivning: string
  /** Labels. */
  Skadeplatskategori: readonly string[]
  ForsakringsKategori: string
  KategoriSpecificering: string
  VagensBredd: string
  AvstandTillVagensSida: string
  SkadaPaFordon: string
  harSynligaSkador: boolean
  SynligaSkador: string
  harPersonskador: boolean
  Personskadekontaktuppgifter: string
  Ersattningsfordon: boolean
  Motparter: Opponent[]
  Vittnen: string
  Polis: boolean
  Raddningstjanst: boolean
  Blodprov: boolean
  AntalPassagerare: string
  Matarstallning: string
}

export const blankDamage = (now: string): DamageFields => ({
  Datum: now.slice(0, 10),
  Tid: now.slice(11, 16),
  Plats: '',
  Fordon: '',
  HandelseBeskrivning: '',
  Skadeplatskategori: [],
  ForsakringsKategori: '',
  KategoriSpecificering: '',
  VagensBredd: '',
  AvstandTillVagensSida: '',
  SkadaPaFordon: '',
  harSynligaSkador: false,
  SynligaSkador: '',
  harPersonskador: false,
  Personskadekontaktuppgifter: '',
  Ersattningsfordon: false,
  Motparter: [{ registration: '', other: '' }],
  Vittnen: '',
  Polis: false,
  Raddningstjanst: false,
  Blodprov: false,
  AntalPassagerare: '',
  Matarstallning: '',
})

/** The fields that the chosen category requires. */
export function askedOf(
  fields: Pick<DamageFields, 'ForsakringsKategori' | 'KategoriSpecificering'>,
  { forsakringskategori }: Pick<FormOptions, 'forsakringskategori'>,
): Asked {
  return damageFields(forsakringskategori, fields.ForsakringsKategori, fields.KategoriSpecificering)
}

/** Sends only fields that are shown: an answer to a question that has since disappeared stays in the form. */
export function damagePayload(
  fields: DamageFields,
  options: FormOptions,
  AttachmentUploadBlobNames: string[],
): AddVehicleDamage {
  const { Tid, Motparter, harSynligaSkador: _visible, harPersonskador: _injured, ...rest } = fields
  const asked = askedOf(fields, options)
  return {
    ...rest,
    Datum: `${fields.Datum} ${Tid}`,
    Skadeplatskategori: [...fields.Skadeplatskategori],
    KategoriSpecificering: when(asked.specification !== null, fields.KategoriSpecificering),
    VagensBredd: when(asked.roadWidth, fields.VagensBredd),
    AvstandTillVagensSida: when(asked.roadWidth, fields.AvstandTillVagensSida),
    AntalPassagerare: fields.AntalPassagerare.trim(),
    Matarstallning: fields.Matarstallning.trim(),
    SynligaSkador: visibleDamage(fields),
    Personskadekontaktuppgifter: when(asked.personalInjury, injuries(fields)),
    Motpartskontaktuppgifter: when(asked.opposingParty, opponentsOf(Motparter)),
    AttachmentUploadBlobNames,
  }
}

/** The switch counts even without a description: the wire has one field for both. */
export const visibleDamage = ({ harSynligaSkador, SynligaSkador }: DamageFields): string =>
  when(harSynligaSkador, SynligaSkador.trim() || 'Ja')

/** Like `visibleDamage`: an injury must reach the manager even without contact details. */
export const injuries = ({ harPersonskador, Personskadekontaktuppgifter }: DamageFields): string =>
  when(harPersonskador, Personskadekontaktuppgifter.trim() || 'Ja, inga uppgifter lämnade')

const when = (condition: boolean, answer: string) => (condition ? answer.trim() : '')

/** One line per opponent: registration number, then the rest. */
export function opponentsOf(opponents: readonly Opponent[]): string {
  return opponents
    .map(({ registration, other }) => [registration.trim().toUpperCase(), other.trim()].filter(Boolean).join(': '))
    .filter(Boolean)
    .join('\n')
}

/** Date and time are one field on the wire and two in the form. */
export function damageFieldOf([field]: readonly PropertyKey[], message: string): string | undefined {
  if (field === 'Datum' && message.startsWith('Tid')) return 'Tid'
  return field === 'Motpartskontaktuppgifter' ? 'Motparter' : undefined
}

/** A wrong time is reported even if the date is wrong too. */
export const timeProblem = ({ Tid }: DamageFields) => ({
  Tid: clockTime.safeParse(Tid).success ? null : badTime,
})
