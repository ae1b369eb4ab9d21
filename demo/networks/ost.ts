import type { Network } from './network.ts'
import { day, early, late, night, split } from './network.ts'

export const ost: Network = {
  agency: { name: 'Linjen Öst', url: 'https://ost.linjen.example', phone: '08-465 004 00' },
  driverPosition: 'Bussförare',
  stops: {
    Lindö: [58.593, 16.256],
    'Söder Tull': [58.5855, 16.187],
    'Norrköpings resecentrum': [58.5965, 16.1835],
    Haga: [58.607, 16.161],
    Vidablick: [58.614, 16.148],
    Klockaretorpet: [58.5855, 16.142],
    Åby: [58.6625, 16.1815],
    Vrinnevisjukhuset: [58.5695, 16.195],
    'Hageby centrum': [58.566, 16.206],
    Smedby: [58.5685, 16.239],
    'Söderköpings resecentrum': [58.4815, 16.3215],
    'Kimstad station': [58.5455, 15.97],
    Norsholm: [58.5085, 15.9755],
    'Linköpings resecentrum': [58.4165, 15.6255],
  },
  depots: [
    {
      name: 'Depå Norrköping',
      area: 'Norrköping',
      at: [58.6021, 16.2068],
      fleet: [5411, 5418],
      firstRun: 5001,
      lines: [
        {
          number: '113',
          colours: ['C8102E', 'FFFFFF'],
          stops: [
            ['Lindö', 0],
            ['Söder Tull', 14],
            ['Norrköpings resecentrum', 6],
            ['Haga', 6],
            ['Vidablick', 4],
            ['Klockaretorpet', 10],
          ],
        },
        {
          number: '116',
          colours: ['C8102E', 'FFFFFF'],
          stops: [
            ['Åby', 0],
            ['Norrköpings resecentrum', 16],
            ['Söder Tull', 6],
            ['Vrinnevisjukhuset', 8],
            ['Hageby centrum', 5],
            ['Smedby', 8],
          ],
        },
        {
          number: '480',
          colours: ['F28C28', '000000'],
          stops: [
            ['Norrköpings resecentrum', 0],
            ['Söder Tull', 6],
            ['Smedby', 10],
            ['Söderköpings resecentrum', 20],
          ],
        },
        {
          number: '482',
          colours: ['6E2C6B', 'FFFFFF'],
          stops: [
            ['Norrköpings resecentrum', 0],
            ['Kimstad station', 22],
            ['Norsholm', 9],
            ['Linköpings resecentrum', 27],
          ],
        },
      ],
      buses: {
        vardag: [
          { line: '116', first: '05:15', shifts: [early('08:45', '13:20'), late('16:35', '21:20', '480')] },
          { line: '113', first: '05:40', shifts: [early('09:10', '13:35', '480')] },
          { line: '113', first: '17:15', shifts: [night('20:40', '25:05')] },
          { line: '482', first: '06:05', shifts: [split('09:20', '14:20', '17:30')] },
          { line: '482', first: '08:40', shifts: [day('12:10', '16:50', '113')] },
        ],
        lordag: [
          { line: '116', first: '06:40', shifts: [early('10:00', '13:55'), late('17:05', '21:40')] },
          { line: '482', first: '09:30', shifts: [day('13:00', '17:20')] },
        ],
        sondag: [
          { line: '113', first: '07:20', shifts: [early('10:40', '14:15'), late('17:25', '21:50', '116')] },
          { line: '482', first: '09:40', shifts: [day('13:10', '17:30')] },
        ],
      },
    },
  ],
}
