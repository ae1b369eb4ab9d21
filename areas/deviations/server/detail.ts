import type * as z from 'zod/mini'
import type { Deviation, Insurance, StopInformation } from '../contract/list.ts'
import type { AddThreat } from '../contract/threats.ts'
import type { AddTrafficInformation } from '../contract/traffic-information.ts'
import type { AddVehicleDamage } from '../contract/vehicle-damage.ts'
import type { AddWorkEnvironment, ChecklistOption } from '../contract/work-environment.ts'

/** The fields of a call besides those that every report has. */
type OwnFields<Body> = Omit<Body, 'Datum' | 'Plats' | 'AttachmentUploadBlobNames'>

/** The fields specific to a report's type, as stored: every field of its call, or of the import for the two types without a call. */
export type Detail =
  | { typ: 'Arbetsmiljöfrågor'; detail: OwnFields<AddWorkEnvironment> }
  | { typ: 'Hot och våld'; detail: OwnFields<AddThreat> }
  | { typ: 'Trafikinformation'; detail: OwnFields<AddTrafficInformation> }
  | { typ: 'Fordonsskada'; detail: OwnFields<AddVehicleDamage> }
  | { typ: 'Försäkringsärende'; detail: z.infer<typeof Insurance> }
  | { typ: 'Hållplatsinformation'; detail: z.infer<typeof StopInformation> }

/** The fields that every report on the wire has. */
export type CommonOfReports = Pick<Deviation, keyof Deviation>

// Required: fields that are optional in the contract must be set too.
type SubObject<D> = D extends unknown
  ? { [Field in keyof Omit<D, Exclude<keyof CommonOfReports, 'typ'>>]-?: Required<D[Field & keyof D]> }
  : never

/** The part of a report on the wire that its `typ` selects. */
export type WireDetail = SubObject<Deviation>

/** Converts the stored detail to the one in the list. */
export function wireDetail(kept: Detail): WireDetail {
  switch (kept.typ) {
    case 'Arbetsmiljöfrågor': {
      const { detail } = kept
      return {
        typ: kept.typ,
        arbetsMiljo: {
          personskador: [detail.Personskador ? 'Ja' : 'Nej'],
          arbetsmoment: chosen(detail.Arbetsmoment),
          vadHande: chosen(detail.VadHande),
          varNagot: chosen(detail.VarNagot),
          forhallanden: chosen(detail.Forhallanden),
          forslag: chosen(detail.Forslag),
          fordon: detail.Fordon,
        },
      }
    }
    case 'Hot och våld': {
      const { HandelseBeskrivning, ExternaPersonskadorInfo, Fordon } = kept.detail
      return {
        typ: kept.typ,
        hotOchVald: {
          handelseBeskrivning: HandelseBeskrivning,
          externaPersonskadorInfo: ExternaPersonskadorInfo,
          fordon: Fordon,
        },
      }
    }
    case 'Trafikinformation': {
      const { Hallplatskategori, HandelseBeskrivning } = kept.detail
      return {
        typ: kept.typ,
        trafikinformation: { hallplatskategori: Hallplatskategori, handelseBeskrivning: HandelseBeskrivning },
      }
    }
    case 'Fordonsskada':
      return { typ: kept.typ, fordonsskada: wireDamage(kept.detail) }
    case 'Försäkringsärende':
      return { typ: kept.typ, forsakring: kept.detail }
    case 'Hållplatsinformation':
      return { typ: kept.typ, hallplatsInfo: kept.detail }
  }
}

const chosen = (options: readonly ChecklistOption[]) =>
  options
    .filter(({ value }) => value)
    .toSorted((a, b) => a.order - b.order)
    .map(({ label }) => label)

function wireDamage(detail: OwnFields<AddVehicleDamage>) {
  return {
    fordon: detail.Fordon,
    skadeplatskategori: detail.Skadeplatskategori,
    polis: detail.Polis,
    raddningstjanst: detail.Raddningstjanst,
    skadaPaFordon: detail.SkadaPaFordon,
    forsakringsKategori: detail.ForsakringsKategori,
    handelseBeskrivning: detail.HandelseBeskrivning,
    kategoriSpecificering: detail.KategoriSpecificering,
    ersattningsfordon: detail.Ersattningsfordon,
    synligaSkador: detail.SynligaSkador,
    personskadekontaktuppgifter: detail.Personskadekontaktuppgifter,
    motpartskontaktuppgifter: detail.Motpartskontaktuppgifter,
    blodprov: detail.Blodprov,
    antalPassagerare: detail.AntalPassagerare,
    vittnen: detail.Vittnen,
    matarstallning: detail.Matarstallning,
    vagensBredd: detail.VagensBredd,
    avstandTillVagensSida: detail.AvstandTillVagensSida,
  }
}
