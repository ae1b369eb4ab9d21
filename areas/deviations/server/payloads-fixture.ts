// Complete and valid payloads as the forms send them. Each test makes one part invalid.
import { formOptions } from './options.ts'

const boxes = (list: 'arbetsmoment' | 'vadHande' | 'varNagot' | 'forhallanden' | 'forslag', ...chosen: number[]) =>
  formOptions[list].map(({ id, label }, order) => ({ id, label, order, value: chosen.includes(order) }))

const common = { Datum: '2026-11-20', Plats: 'Umeå busstation', AttachmentUploadBlobNames: [] as string[] }

export const payloads = {
  addarbetsmiljo: (fordon: string) => ({
    ...common,
    Fordon: fordon,
    Personskador: false,
    Arbetsmoment: boxes('arbetsmoment', 2, 0),
    VadHande: boxes('vadHande', 1),
    VarNagot: [...boxes('varNagot'), { id: 'egen', label: 'Trasig lampa', order: 1000, value: true }],
    Forhallanden: boxes('forhallanden', 1),
    Forslag: boxes('forslag', 1),
  }),
  addhotochvald: (fordon: string) => ({
    ...common,
    Fordon: fordon,
    HandelseBeskrivning: 'En resenär hotade mig.',
    ExternaPersonskadorInfo: 'Ingen skadades.',
  }),
  addtrafikinformation: () => ({
    ...common,
    Hallplatskategori: formOptions.hallplatskategori[1]?.value ?? '',
    HandelseBeskrivning: 'Stolpen ligger på marken.',
  }),
  addfordonsskada: (fordon: string) => ({
    ...common,
    Datum: '2026-11-20 16:45',
    HandelseBeskrivning: 'Backade på en stolpe.',
    Fordon: fordon,
    Skadeplatskategori: ['Bak', 'Dörr'],
    Polis: true,
    Blodprov: false,
    Raddningstjanst: false,
    Ersattningsfordon: true,
    Vittnen: 'En resenär',
    Matarstallning: '123456',
    AntalPassagerare: '12',
    SkadaPaFordon: 'Buckla',
    ForsakringsKategori: 'Fordonsskada',
    KategoriSpecificering: 'Kollision',
    SynligaSkador: 'Buckla bak',
    Personskadekontaktuppgifter: '',
    Motpartskontaktuppgifter: 'ABC12D, Volvo',
    VagensBredd: '6,5',
    AvstandTillVagensSida: '0.8',
  }),
} as const

export type AddCall = keyof typeof payloads
