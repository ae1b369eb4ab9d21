import type { CurrentAssignment } from '../contract.ts'

/** A duty of a morning, not yet confirmed, with these values instead. */
export const aDuty = (values: Partial<CurrentAssignment> = {}): CurrentAssignment => ({
  passStartSchemapostId: 1,
  beskrivning: 'Linje 8',
  bekraftad: false,
  canBekrafta: true,
  datum: '2126-11-21',
  tjanst: '101',
  starttid: '2126-11-21T05:12:00',
  sluttid: '2126-11-21T09:30:00',
  startForskjutning: '+01:00',
  slutForskjutning: '+01:00',
  startplats: 'Depån',
  slutplats: 'Depån',
  fordonStr: '',
  linjer: [],
  raster: [],
  bekraftadTid: null,
  ...values,
})
