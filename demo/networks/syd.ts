import type { Network } from './network.ts'
import { day, early, late, night, split } from './network.ts'

export const syd: Network = {
  agency: { name: 'Linjen Syd', url: 'https://syd.linjen.example', phone: '040-628 04 00' },
  driverPosition: 'Bussförare',
  stops: {
    Gunnesbo: [55.726, 13.163],
    'Norra Fäladen': [55.7255, 13.1905],
    Universitetssjukhuset: [55.7125, 13.1985],
    'Lund C': [55.7061, 13.1871],
    Botulfsplatsen: [55.703, 13.1955],
    Linero: [55.6985, 13.2335],
    'Södra Sandby': [55.717, 13.347],
    Dalby: [55.664, 13.3465],
    Hjärup: [55.6715, 13.137],
    Åkarp: [55.651, 13.109],
    Värnhem: [55.6065, 13.026],
    'Malmö C': [55.609, 13.0007],
    Staffanstorp: [55.6425, 13.2065],
  },
  depots: [
    {
      name: 'Depå Lund',
      area: 'Lund',
      at: [55.7203, 13.1676],
      fleet: [4311, 4319],
      firstRun: 4001,
      lines: [
        {
          number: '3',
          colours: ['4AA02C', 'FFFFFF'],
          stops: [
            ['Gunnesbo', 0],
            ['Norra Fäladen', 7],
            ['Universitetssjukhuset', 6],
            ['Lund C', 7],
            ['Botulfsplatsen', 4],
            ['Linero', 12],
          ],
        },
        {
          number: '130',
          colours: ['F7C600', '000000'],
          stops: [
            ['Universitetssjukhuset', 0],
            ['Lund C', 7],
            ['Hjärup', 12],
            ['Åkarp', 7],
            ['Värnhem', 17],
            ['Malmö C', 6],
          ],
        },
        {
          number: '160',
          colours: ['F7C600', '000000'],
          stops: [
            ['Staffanstorp', 0],
            ['Lund C', 20],
            ['Botulfsplatsen', 4],
            ['Södra Sandby', 17],
            ['Dalby', 11],
          ],
        },
      ],
      buses: {
        vardag: [
          { line: '130', first: '05:20', shifts: [early('08:50', '13:25'), late('16:45', '21:30')] },
          { line: '160', first: '05:40', shifts: [early('09:10', '13:35', '3')] },
          { line: '160', first: '17:15', shifts: [night('20:40', '25:00')] },
          { line: '130', first: '06:30', shifts: [split('09:10', '14:25', '17:50')] },
          { line: '3', first: '08:50', shifts: [day('12:20', '16:40', '130')] },
        ],
        lordag: [
          { line: '130', first: '06:30', shifts: [early('10:00', '13:45'), late('16:55', '21:40')] },
          { line: '3', first: '06:50', shifts: [early('10:10', '13:45', '160')] },
          { line: '160', first: '09:40', shifts: [day('13:00', '17:20')] },
        ],
        sondag: [
          { line: '130', first: '07:30', shifts: [early('11:00', '14:25'), late('17:35', '22:00')] },
          { line: '3', first: '09:45', shifts: [day('13:00', '17:10', '160')] },
        ],
      },
    },
  ],
}
