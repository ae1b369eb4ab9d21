import { describe, expect, it } from 'vitest'
import type { FormOptions } from '../../contract/common.ts'
import { alertsManager } from '../../rules.ts'
import { AddVehicleDamage } from '../../contract/vehicle-damage.ts'
import { AddWorkEnvironment } from '../../contract/work-environment.ts'
import { blankDamage, damageFieldOf, damagePayload, opponentsOf, timeProblem } from './damage.ts'
import { blankWork, workFieldOf, workPayload } from './work.ts'

const list = [
  { id: 'ett', label: 'Ett' },
  { id: 'två', label: 'Två' },
]
const options: FormOptions = {
  arbetsmoment: list,
  vadHande: list,
  varNagot: [],
  forhallanden: [],
  forslag: [],
  hallplatskategori: [],
  skadeplatskategori: list,
  forsakringskategori: ['Fordonsskada', 'Stöld', 'Brand'].map((value, at) => ({ id: `${at}`, value, label: value })),
}
const now = '2026-11-21T14:32'

const damage = {
  ...blankDamage(now),
  Plats: 'Depån',
  Fordon: 'Buss 2114',
  HandelseBeskrivning: 'Krock',
  Skadeplatskategori: ['Ett'],
  ForsakringsKategori: 'Fordonsskada',
  KategoriSpecificering: 'Kollision',
  VagensBredd: '7,5',
  AvstandTillVagensSida: '1',
  harPersonskador: true,
  Personskadekontaktuppgifter: 'Bo Ek',
  SynligaSkador: 'Buckla',
  Motparter: [
    { registration: ' abc123 ', other: 'Vit Volvo' },
    { registration: '', other: '' },
  ],
}

describe('a vehicle damage', () => {
  it('is accepted by the server, with date and time in one field', () => {
    const payload = damagePayload(damage, options, ['bild'])
    expect(AddVehicleDamage.parse(payload)).toEqual(payload)
    expect(payload).toMatchObject({
      Datum: '2026-11-21 14:32',
      VagensBredd: '7,5',
      Personskadekontaktuppgifter: 'Bo Ek',
      Motpartskontaktuppgifter: 'ABC123: Vit Volvo',
      AttachmentUploadBlobNames: ['bild'],
    })
  })

  it('leaves out fields whose switch is off', () => {
    expect(damagePayload(damage, options, []).SynligaSkador).toBe('')
    expect(damagePayload({ ...damage, harSynligaSkador: true }, options, []).SynligaSkador).toBe('Buckla')
  })

  it('reports an injury and visible damage even without a description', () => {
    const silent = { ...damage, harSynligaSkador: true, SynligaSkador: ' ', Personskadekontaktuppgifter: '' }
    const payload = damagePayload(silent, options, [])
    expect(payload).toMatchObject({ SynligaSkador: 'Ja', Personskadekontaktuppgifter: 'Ja, inga uppgifter lämnade' })
    expect(alertsManager.vehicleDamage(payload)).toBe(true)
    expect(alertsManager.vehicleDamage(damagePayload({ ...silent, harPersonskador: false }, options, []))).toBe(false)
    // The category does not ask for injuries.
    expect(damagePayload({ ...silent, ForsakringsKategori: 'Stöld' }, options, [])).toMatchObject({
      SynligaSkador: 'Ja',
      Personskadekontaktuppgifter: '',
    })
  })

  it.each([
    ['Stöld', { Personskadekontaktuppgifter: '', Motpartskontaktuppgifter: 'ABC123: Vit Volvo', VagensBredd: '' }],
    ['Brand', { Personskadekontaktuppgifter: 'Bo Ek', Motpartskontaktuppgifter: '', VagensBredd: '' }],
    ['', { KategoriSpecificering: '', Personskadekontaktuppgifter: '', Motpartskontaktuppgifter: '' }],
  ])('sends for %j only the fields of that category', (ForsakringsKategori, sent) => {
    expect(damagePayload({ ...damage, ForsakringsKategori }, options, [])).toMatchObject(sent)
  })

  it('asks for road width only after a collision', () => {
    const payload = damagePayload({ ...damage, KategoriSpecificering: 'Glasskada' }, options, [])
    expect(payload).toMatchObject({ VagensBredd: '', AvstandTillVagensSida: '' })
  })

  it('reports a wrong time at the time, and a wrong date at the date', () => {
    expect(damageFieldOf(['Datum'], 'Tid har fel format')).toBe('Tid')
    expect(damageFieldOf(['Datum'], 'Datum har fel format')).toBeUndefined()
    expect(timeProblem({ ...damage, Datum: 'fel', Tid: '25:00' })).toEqual({ Tid: 'Tid har fel format' })
  })

  it('lists several opponents on one line each', () => {
    const opponents = [
      { registration: 'abc123', other: '' },
      { registration: '', other: 'Cyklist' },
    ]
    expect(opponentsOf(opponents)).toBe('ABC123\nCyklist')
  })
})

describe('a work environment report', () => {
  it('sends every box with whether it is chosen, and the employee’s own addition last', () => {
    const fields = { ...blankWork(now), Plats: 'Depån', Fordon: 'Buss', Arbetsmoment: ['två'], VadHandeEget: ' Föll ' }
    const payload = workPayload(fields, options, [])
    expect(AddWorkEnvironment.parse(payload)).toEqual(payload)
    expect(payload.Arbetsmoment).toEqual([
      { id: 'ett', label: 'Ett', order: 0, value: false },
      { id: 'två', label: 'Två', order: 1, value: true },
    ])
    expect(payload.VadHande.at(-1)).toEqual({ id: 'egen', label: 'Föll', order: 1000, value: true })
  })

  it('reports a fault in a list at the employee’s own addition', () => {
    expect(workFieldOf(['VadHande', 2, 'label'])).toBe('VadHandeEget')
    expect(workFieldOf(['VadHande'])).toBeUndefined()
  })
})
