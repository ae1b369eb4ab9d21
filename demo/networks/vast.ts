import type { Network } from './network.ts'
import { day, early, late, night, split } from './network.ts'

export const vast: Network = {
  agency: { name: 'Linjen Väst', url: 'https://vast.linjen.example', phone: '031-390 06 00' },
  driverPosition: 'Busförare Linjetrafik',
  stops: {
    'Hulta torg': [57.715, 12.989],
    'Hässleholmens torg': [57.7085, 12.978],
    Trandared: [57.7045, 12.968],
    'Södra Torget': [57.7195, 12.9395],
    'Borås Resecentrum': [57.7206, 12.9325],
    Norrby: [57.726, 12.9215],
    Viared: [57.7095, 12.836],
    Sandared: [57.7085, 12.7905],
    'Sjöbo torg': [57.7485, 12.959],
    Sjukhuset: [57.734, 12.962],
    Knalleland: [57.7335, 12.932],
    Göta: [57.7105, 12.9285],
    Viskafors: [57.631, 12.843],
    'Kinna resecentrum': [57.5085, 12.695],
    Dalsjöfors: [57.7185, 13.088],
  },
  depots: [
    {
      name: 'Depå Borås',
      area: 'Borås',
      at: [57.7168, 12.9062],
      fleet: [3211, 3220],
      firstRun: 3001,
      lines: [
        {
          number: '1',
          colours: ['FFFFFF', '00639A'],
          stops: [
            ['Hulta torg', 0],
            ['Hässleholmens torg', 5],
            ['Trandared', 4],
            ['Södra Torget', 8],
            ['Borås Resecentrum', 3],
            ['Norrby', 5],
            ['Viared', 14],
          ],
        },
        {
          number: '4',
          colours: ['FFD200', '000000'],
          stops: [
            ['Sjöbo torg', 0],
            ['Sjukhuset', 8],
            ['Knalleland', 5],
            ['Södra Torget', 6],
            ['Borås Resecentrum', 3],
            ['Göta', 6],
            ['Viskafors', 18],
          ],
        },
        {
          number: '155',
          colours: ['009DDC', 'FFFFFF'],
          stops: [
            ['Dalsjöfors', 0],
            ['Hulta torg', 11],
            ['Södra Torget', 10],
            ['Borås Resecentrum', 3],
            ['Viared', 10],
            ['Sandared', 7],
          ],
        },
        {
          number: '330',
          colours: ['00394D', 'FFFFFF'],
          stops: [
            ['Borås Resecentrum', 0],
            ['Göta', 6],
            ['Viskafors', 18],
            ['Kinna resecentrum', 25],
          ],
        },
      ],
      buses: {
        vardag: [
          { line: '1', first: '05:10', shifts: [early('08:40', '13:15'), late('16:25', '21:10', '155')] },
          { line: '4', first: '05:35', shifts: [early('09:05', '13:30')] },
          { line: '4', first: '17:15', shifts: [night('20:40', '25:00')] },
          { line: '155', first: '05:50', shifts: [early('09:20', '13:10', '4'), late('17:10', '22:00')] },
          { line: '330', first: '06:20', shifts: [split('09:30', '14:20', '17:45')] },
          { line: '1', first: '08:20', shifts: [day('11:50', '16:20')] },
          { line: '155', first: '09:40', shifts: [day('13:05', '17:30', '1')] },
        ],
        lordag: [
          { line: '1', first: '06:15', shifts: [early('09:40', '13:35'), late('16:45', '21:10')] },
          { line: '4', first: '06:45', shifts: [early('10:10', '13:55', '155')] },
          { line: '330', first: '09:30', shifts: [day('12:40', '17:10')] },
        ],
        sondag: [
          { line: '4', first: '07:15', shifts: [early('10:35', '14:15'), late('17:25', '21:50')] },
          { line: '155', first: '09:50', shifts: [day('13:05', '17:10', '1')] },
        ],
      },
    },
  ],
}
