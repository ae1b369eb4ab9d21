import { type Account, crossing, damage, depot, hospital, insurance, road, square, station } from './account.ts'

// One line per company, in the order of accounts.ts: no two describe the same accident.

export const collisions: readonly Account[] = [
  {
    rubrik: 'Fordonsskada',
    place: crossing,
    action: 'Sidopanelen är riktad och lackerad. Ärendet är anmält till försäkringsbolaget.',
    scenes: ['scratch', 'dent'],
    cost: 18_450,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning:
          'En personbil bytte fil utan att blinka när jag svängde ut från hållplatsen. Vi tog i varandra längs bussens vänstra sida. Ingen skadades.',
        Skadeplatskategori: ['Vänster sida mitt', 'Vänster sida bak'],
        KategoriSpecificering: 'Kollision',
        SkadaPaFordon: 'Repor och en buckla på sidopanelen, trasigt bakljus.',
        AntalPassagerare: '14',
        Matarstallning: '284512',
        Vittnen: 'Två passagerare, namn och telefon finns hos trafikledningen.',
        Motpartskontaktuppgifter: 'Vit Volvo V60. Föraren fyllde i skadeanmälan på plats.',
        VagensBredd: '7',
        AvstandTillVagensSida: '1,5',
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: (area) => `Vändplatsen i södra ${area}`,
    action: 'Stötfångaren är bytt. Kommunen har fått veta att stolpen står för nära.',
    scenes: ['dent'],
    cost: 12_300,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning:
          'Jag backade på vändplatsen och tog i en lyktstolpe med bakre hörnet. Ingen var i närheten.',
        Skadeplatskategori: ['Bak', 'Höger sida bak'],
        KategoriSpecificering: 'Singelolycka',
        SkadaPaFordon: 'Sprucken stötfångare och krossat bakljus.',
        AntalPassagerare: '0',
        Matarstallning: '157204',
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: square,
    action: 'Fronten är lagad. Motpartens försäkring betalar.',
    scenes: ['windscreen'],
    cost: 24_900,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning:
          'En lastbil backade in i bussen när vi stod stilla vid hållplatsen. Alla satt ned. Ingen skadades.',
        Skadeplatskategori: ['Front', 'Ruta'],
        KategoriSpecificering: 'Kollision',
        SkadaPaFordon: 'Spricka i vindrutan och intryckt front.',
        AntalPassagerare: '22',
        Matarstallning: '93310',
        Ersattningsfordon: true,
        Motpartskontaktuppgifter: 'Röd distributionsbil. Föraren har lämnat namn och försäkringsbolag.',
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: depot,
    action: 'Sidan är lackerad. Kameran på uppställningsplatsen är flyttad.',
    scenes: ['scratch'],
    cost: 9_800,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'Bussen var skrapad längs hela högersidan när jag hämtade den. Ingen lapp.',
        Skadeplatskategori: ['Höger sida mitt'],
        KategoriSpecificering: 'Smitningsolycka',
        SkadaPaFordon: 'Djupa repor, dekoren har lossnat.',
        Polis: true,
        Matarstallning: '211876',
      }),
  },
]

export const insuranceCases: readonly Account[] = [
  {
    rubrik: 'Försäkringsärende',
    place: depot,
    action: 'Reglerat av försäkringsbolaget.',
    scenes: ['mirror'],
    detailOf: (bus) =>
      insurance(bus, {
        skadeplatskategori: ['Backspegel', 'Höger sida fram'],
        skadaPaFordon: 'Höger backspegel krossad.',
        kategoriSpecificering: 'Parkeringsskada',
        ersattningsfordon: true,
      }),
  },
  {
    rubrik: 'Försäkringsärende',
    place: station,
    action: 'Dörrbladet är bytt. Reglerat av försäkringsbolaget.',
    detailOf: (bus) =>
      insurance(bus, {
        skadeplatskategori: ['Dörr'],
        skadaPaFordon: 'Glaset i mittdörren krossat.',
        kategoriSpecificering: 'Skadegörelse',
        polis: true,
      }),
  },
  {
    rubrik: 'Försäkringsärende',
    place: hospital,
    action: 'Fälgen är bytt, däcket höll.',
    detailOf: (bus) =>
      insurance(bus, {
        skadeplatskategori: ['Däck eller fälg'],
        skadaPaFordon: 'Fälgen höger bak böjd mot kantstenen.',
        kategoriSpecificering: 'Singelolycka',
      }),
  },
  {
    rubrik: 'Försäkringsärende',
    place: road,
    action: 'Kylaren är bytt. Reglerat av försäkringsbolaget.',
    detailOf: (bus) =>
      insurance(bus, {
        skadeplatskategori: ['Front', 'Underrede'],
        skadaPaFordon: 'Kylaren läcker efter ett föremål på vägen.',
        kategoriSpecificering: 'Annat',
        ersattningsfordon: true,
      }),
  },
]

export const otherDamages: readonly Account[] = [
  {
    rubrik: 'Fordonsskada',
    place: road,
    action: 'Vindrutan är bytt.',
    scenes: ['windscreen'],
    cost: 7_900,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'Stenskott från en mötande lastbil. Sprickan växte under turen.',
        Skadeplatskategori: ['Ruta', 'Front'],
        KategoriSpecificering: 'Glasskada',
        SkadaPaFordon: 'Spricka i vindrutan framför föraren.',
        AntalPassagerare: '6',
        Matarstallning: '198340',
        Ersattningsfordon: true,
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: (area) => `Skogsvägen öster om ${area}`,
    action: 'Fronten är reparerad. Polisen larmades, och en eftersöksjägare kom.',
    cost: 31_200,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning:
          'Ett rådjur sprang ut framför bussen i 70\u00a0km/h. Jag hann bromsa men inte stanna. Jag ringde 112 och märkte ut platsen.',
        Skadeplatskategori: ['Front'],
        KategoriSpecificering: 'Vilt eller djurolycka',
        SkadaPaFordon: 'Krossad strålkastare och skadad stötfångare.',
        Polis: true,
        AntalPassagerare: '3',
        Matarstallning: '341077',
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: depot,
    action: 'Polisanmält. Verktygen är ersatta.',
    cost: 2_300,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'Bagageluckan var uppbruten när jag hämtade bussen på morgonen.',
        Skadeplatskategori: ['Höger sida bak'],
        ForsakringsKategori: 'Stöld',
        KategoriSpecificering: 'Domkraft, varningstriangel och en verktygslåda',
        SkadaPaFordon: 'Bruten lucka och skadat lås.',
        Polis: true,
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: hospital,
    action: 'Backspegeln är bytt.',
    scenes: ['mirror'],
    cost: 4_150,
    detailOf: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'En ambulans behövde fram. Jag höll åt sidan och spegeln tog i en skylt.',
        Skadeplatskategori: ['Backspegel'],
        KategoriSpecificering: 'Singelolycka',
        SkadaPaFordon: 'Vänster backspegel krossad.',
        AntalPassagerare: '9',
        Matarstallning: '120455',
      }),
  },
]
