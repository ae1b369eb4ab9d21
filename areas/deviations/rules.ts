import { notListed } from '#core/vehicles/rules.ts'

/** Reports per page of the list. */
export const PAGE_SIZE = 200

/** The specifications of the first insurance category. */
export const damageTypes = [
  'Singelolycka',
  'Vilt eller djurolycka',
  'Parkeringsskada',
  'Kollision',
  'Smitningsolycka',
  'Motor eller elektronik',
  'Glasskada',
  'Skadegörelse',
  'Annat',
] as const

/** The fields that a chosen insurance category requires. */
export interface DamageFields {
  /** What KategoriSpecificering contains: one of damageTypes, or free text. */
  readonly specification: 'damage-type' | 'stolen-goods' | 'fire-type' | null
  /** Asks whether somebody was hurt. */
  readonly personalInjury: boolean
  readonly opposingParty: boolean
  /** VagensBredd and AvstandTillVagensSida. */
  readonly roadWidth: boolean
}

/** The category's position in the list decides, whatever a company calls it. */
export function damageFields(
  categories: readonly { readonly value: string }[],
  chosen: string,
  specification: string,
): DamageFields {
  switch (categories.findIndex(({ value }) => value === chosen)) {
    case 0:
      return {
        specification: 'damage-type',
        personalInjury: true,
        opposingParty: true,
        roadWidth: specification === 'Kollision',
      }
    case 1:
      return { specification: 'stolen-goods', personalInjury: false, opposingParty: true, roadWidth: false }
    case 2:
      return { specification: 'fire-type', personalInjury: true, opposingParty: false, roadWidth: false }
    default:
      return { specification: null, personalInjury: false, opposingParty: false, roadWidth: false }
  }
}

export const OWN_OPTION_ID = 'egen'
const OWN_OPTION_ORDER = 1000

/** An employee's own addition to a checklist as an option like the others; empty if nothing was typed. */
export function ownOption(typed: string) {
  const label = typed.trim()
  return label === '' ? [] : [{ id: OWN_OPTION_ID, label, order: OWN_OPTION_ORDER, value: true }]
}

/** The problem with the vehicle of a report, in words, or null. `names` is null if the variant has no vehicle list. */
export function vehicleProblem(fordon: string, names: { has(name: string): boolean } | null): string | null {
  if (names === null) return fordon.trim() === '' ? 'Ange för vilket fordon skadan gäller' : null
  return names.has(fordon) ? null : notListed
}

/** The option of VadHande for a near miss. */
export const NEAR_MISS_ID = 'tillbud'

/** The option of VadHande for bullying and harassment. */
export const BULLYING_ID = 'krankning'

/** The category of a damage, or of an insurance case, in which somebody was hurt. */
export const INJURED = 'Fordonsskada med personskada'

/** Categories of cases in which people have been harmed. They need a separate permission. */
export const sensitiveCategories = ['Hot och våld', 'Kränkning', 'Personskada', INJURED] as const

/** A serious injury, a threat or a near miss must reach the employer without delay (arbetsmiljölagen 3 kap. 3 a §). */
export const alertsManager = {
  workEnvironment: (report: {
    readonly Personskador: boolean
    readonly VadHande: readonly { readonly id: string; readonly value: boolean }[]
  }) => report.Personskador || report.VadHande.some(({ id, value }) => value && id === NEAR_MISS_ID),
  vehicleDamage: (report: { readonly Personskadekontaktuppgifter: string }) =>
    report.Personskadekontaktuppgifter.trim() !== '',
  threat: () => true,
  trafficInformation: () => false,
} as const
