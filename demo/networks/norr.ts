import type { Depot, Network } from '../network.ts'
import { day, early, late, night, split } from '../network.ts'

const umea: Depot = {
  name: 'Depå Umeå',
  area: 'Umeå',
  at: [63.8282, 20.3003],
  fleet: [2111, 2123],
  firstRun: 1001,
  lines: [
    {
      number: '1',
      stops: [
        ['Östra Ersboda', 0],
        ['Ersboda centrum', 4],
        ['Mariehem centrum', 7],
        ['Universitetssjukhuset', 8],
        ['Vasaplan', 8],
        ['Grisbacka', 7],
        ['Umedalen', 9],
      ],
    },
    {
      number: '5',
      stops: [
        ['Tomtebo', 0],
        ['Carlshem', 4],
        ['Ålidhem centrum', 5],
        ['Universum', 4],
        ['Universitetssjukhuset', 4],
        ['Vasaplan', 8],
        ['Teg centrum', 6],
        ['Böleäng', 5],
        ['Röbäck', 8],
      ],
    },
    {
      number: '8',
      stops: [
        ['Mariehem centrum', 0],
        ['Universum', 8],
        ['Universitetssjukhuset', 4],
        ['Vasaplan', 8],
        ['Haga', 6],
        ['Umedalen', 12],
        ['Backen', 6],
      ],
    },
    {
      number: '124',
      stops: [
        ['Obbola', 0],
        ['Holmsund', 11],
        ['Carlshem', 19],
        ['Universitetssjukhuset', 10],
        ['Vasaplan', 10],
      ],
    },
    {
      number: '14',
      stops: [
        ['Vasaplan', 0],
        ['Umedalen', 14],
        ['Brännland', 12],
        ['Vännäs station', 27],
      ],
    },
  ],
  buses: {
    vardag: [
      { line: '1', first: '05:05', shifts: [early('08:35', '13:15'), late('16:30', '21:20')] },
      { line: '5', first: '05:30', shifts: [early('09:00', '13:30', '8'), late('16:55', '22:30')] },
      { line: '8', first: '05:50', shifts: [early('09:20', '13:45'), late('17:25', '21:30', '1')] },
      { line: '124', first: '05:15', shifts: [early('08:50', '13:20')] },
      { line: '124', first: '17:15', shifts: [night('20:40', '25:10')] },
      { line: '14', first: '06:40', shifts: [split('09:20', '14:25', '17:50')] },
      { line: '1', first: '06:50', shifts: [split('09:15', '14:40', '18:00')] },
      { line: '8', first: '08:30', shifts: [day('11:50', '16:30', '5')] },
      { line: '5', first: '10:00', shifts: [day('13:20', '17:45')] },
    ],
    lordag: [
      { line: '1', first: '05:50', shifts: [early('09:10', '13:25'), late('16:35', '21:10')] },
      { line: '5', first: '06:20', shifts: [early('09:50', '13:45', '8')] },
      { line: '124', first: '06:10', shifts: [early('09:35', '13:35')] },
      { line: '124', first: '17:15', shifts: [night('20:40', '25:15')] },
      { line: '8', first: '10:10', shifts: [day('13:20', '17:30')] },
      { line: '14', first: '09:55', shifts: [day('13:10', '17:45')] },
    ],
    sondag: [
      { line: '1', first: '06:50', shifts: [early('10:10', '14:15'), late('17:15', '21:20')] },
      { line: '5', first: '07:10', shifts: [early('10:30', '14:25', '8'), late('17:35', '22:50')] },
      { line: '8', first: '10:10', shifts: [day('13:20', '17:20', '5')] },
      { line: '124', first: '10:00', shifts: [day('13:10', '17:40')] },
    ],
  },
}

const skelleftea: Depot = {
  name: 'Depå Skellefteå',
  area: 'Skellefteå',
  at: [64.7468, 20.9795],
  fleet: [2131, 2135],
  firstRun: 2001,
  lines: [
    {
      number: '2',
      stops: [
        ['Anderstorp', 0],
        ['Norrböle', 8],
        ['Skellefteå busstation', 8],
        ['Sunnanå', 7],
        ['Morö Backe', 9],
        ['Bergsbyn', 8],
      ],
    },
    {
      number: '21',
      stops: [
        ['Norrböle', 0],
        ['Skellefteå busstation', 8],
        ['Bergsbyn', 12],
        ['Ursviken', 14],
        ['Skelleftehamn', 11],
      ],
    },
    {
      number: '37',
      stops: [
        ['Skellefteå busstation', 0],
        ['Norrböle', 8],
        ['Boliden', 38],
      ],
    },
  ],
  buses: {
    vardag: [
      { line: '2', first: '05:30', shifts: [early('08:50', '13:20'), late('16:25', '21:05', '37')] },
      { line: '21', first: '05:45', shifts: [early('09:20', '13:35'), late('17:05', '21:50')] },
      { line: '21', first: '06:35', shifts: [split('09:00', '14:30', '17:45')] },
      { line: '37', first: '09:10', shifts: [day('12:35', '17:10', '2')] },
    ],
    lordag: [
      { line: '2', first: '06:40', shifts: [early('10:00', '13:55'), late('16:55', '21:20')] },
      { line: '21', first: '09:40', shifts: [day('12:50', '17:10')] },
    ],
    sondag: [
      { line: '21', first: '07:30', shifts: [early('10:50', '14:25'), late('17:25', '21:40')] },
      { line: '2', first: '09:50', shifts: [day('13:00', '17:00')] },
    ],
  },
}

export const norr: Network = {
  agency: { name: 'Linjen Norr', url: 'https://norr.linjen.example', phone: '0980-31 92 00' },
  driverPosition: 'Bussförare',
  stops: {
    'Östra Ersboda': [63.8622, 20.3305],
    'Ersboda centrum': [63.8585, 20.3105],
    'Mariehem centrum': [63.8385, 20.3205],
    Universitetssjukhuset: [63.8195, 20.2985],
    Universum: [63.8203, 20.3047],
    'Ålidhem centrum': [63.8135, 20.3165],
    Carlshem: [63.8105, 20.337],
    Tomtebo: [63.807, 20.357],
    Vasaplan: [63.8268, 20.2632],
    Haga: [63.8365, 20.256],
    Grisbacka: [63.834, 20.229],
    Umedalen: [63.832, 20.1735],
    Backen: [63.8395, 20.159],
    'Teg centrum': [63.8145, 20.256],
    Böleäng: [63.8105, 20.24],
    Röbäck: [63.8075, 20.193],
    Holmsund: [63.7075, 20.369],
    Obbola: [63.7005, 20.3225],
    Brännland: [63.8505, 20.0265],
    'Vännäs station': [63.9075, 19.751],
    Anderstorp: [64.7385, 20.9265],
    Norrböle: [64.7575, 20.915],
    'Skellefteå busstation': [64.7507, 20.9528],
    Sunnanå: [64.7395, 20.9715],
    'Morö Backe': [64.7425, 21.014],
    Bergsbyn: [64.73, 21.049],
    Ursviken: [64.7055, 21.184],
    Skelleftehamn: [64.6855, 21.237],
    Boliden: [64.8695, 20.3785],
  },
  depots: [umea, skelleftea],
}
