import { expect, it } from 'vitest'
import { mapLink } from './map-link.ts'

const depot = { namn: 'Depå Umeå (norra)', lat: 63.8282, lon: 20.3003 }

it('opens the phone’s own map, and a map on the web where there is none', () => {
  expect(mapLink(depot, 'Mozilla/5.0 (Linux; Android 15)')).toBe(
    'geo:63.8282,20.3003?q=63.8282,20.3003(Dep%C3%A5%20Ume%C3%A5%20(norra))',
  )
  expect(mapLink(depot, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)')).toMatch(
    /^https:\/\/maps\.apple\.com\/\?ll=63\.8282,20\.3003&/,
  )
  expect(mapLink(depot, 'Mozilla/5.0 (X11; Linux)')).toBe(
    'https://www.openstreetmap.org/?mlat=63.8282&mlon=20.3003#map=17/63.8282/20.3003',
  )
})
