import { addDays } from '#platform/contract/wall-clock.ts'
import { calendarOf } from './calendar.ts'
import type { Article, Place } from './place.ts'

/** News of an area that depend on the season, newest first: about snow or rain, heat or colds. */
export function seasonArticles(place: Place, today: string): Article[] {
  const { depot, hub, lead, workshop } = place
  const on = (ago: number) => calendarOf(addDays(today, -ago))
  return [
    on(3).within('11-01', '03-25')
      ? {
          key: 'halka',
          ago: 3,
          time: '05:45',
          title: 'Halkvarning i helgen: ta det lugnt i backarna',
          author: lead,
          picture: { name: 'vinter', alt: 'Buss på snöig väg i skymning' },
          body: `
        <p>SMHI varnar för underkylt regn natten mot lördag. Väghållaren saltar huvudgatorna före klockan fem, men
        <em>gång- och cykelbanor vid hållplatserna hinner inte bli klara</em> i tid.</p>
        <figure><img src="bild:vinter" alt="Buss på snöig väg i skymning"></figure>
        <ul><li>Håll längre avstånd och bromsa tidigt.</li>
        <li>Stanna så nära kantstenen att den som går på slipper isen.</li>
        <li>Hinner du inte med tidtabellen: säg till på radion, så informerar vi resenärerna.</li></ul>
        <p>Säkerheten går före tidtabellen. Alltid.</p>`,
          comments: [
            'Tack för påminnelsen. Isigt redan nu vid vändplatsen.',
            'Sandlådan vid hållplatsen är tom, jag har felanmält den.',
          ],
        }
      : {
          key: 'regn',
          ago: 3,
          time: '05:45',
          title: 'Skyfall i helgen: kör inte genom djupt vatten',
          author: lead,
          body: `
            <p>SMHI varnar för kraftigt regn natten mot lördag. Viadukter och låga partier kan stå under vatten.</p>
            <ul><li>Ser du inte vägens kant: kör inte igenom. Vänd eller vänta, och ring trafikledningen.</li>
            <li>Håll längre avstånd. Bromssträckan är längre på våt väg.</li>
            <li>Kan du inte stanna vid hållplatsen utan att resenärerna kliver i vatten: välj en plats strax intill.</li></ul>
            <p>Säkerheten går före tidtabellen. Alltid.</p>`,
          comments: [
            'Tack för påminnelsen. Redan blött vid vändplatsen.',
            'Brunnen vid hållplatsen är igensatt, jag har felanmält den.',
          ],
        },
    on(8).within('10-15', '12-15')
      ? {
          key: 'vinterdack',
          ago: 8,
          time: '13:05',
          title: 'Vinterdäcken är på',
          author: workshop,
          attachment: {
            fileName: 'Kontroll före körning vinter.docx',
            lines: [
              'Kontroll före körning, vinter',
              'Däck: mönsterdjup minst 5 mm på alla däck, inga skador i sidan.',
              'Rutor och speglar: fria från is och snö hela vägen runt.',
              'Torkare: hela blad, spolarvätska för minst 20 minusgrader.',
              'Dörrar: öppnar och stänger utan motstånd. Smörj gummilisterna vid behov.',
              'Rapportera fel i portalen innan du kör ut.',
            ],
          },
          body: `
        <p>Verkstaden blev klar med sista bussen i går kväll. Alla fordon har nu vinterdäck på alla hjul, och
        spolarvätskan är bytt till en som tål 25 minusgrader.</p>
        <p>Hjulmuttrarna ska efterdras efter 100 km. <strong>Känns något konstigt i ratten: stanna på ett säkert ställe och
        ring trafikledningen. Kör inte vidare.</strong></p>`,
          comments: ['Snabbt jobbat av verkstaden!', 'Kollade efter 100 km, allt satt som det skulle.'],
        }
      : {
          key: 'dack',
          ago: 8,
          time: '13:05',
          title: 'Alla däck är kontrollerade',
          author: workshop,
          attachment: {
            fileName: 'Kontroll före körning.docx',
            lines: [
              'Kontroll före körning',
              'Däck: inga skador i sidan, inga främmande föremål, rätt tryck enligt instrumentet.',
              'Hjulmuttrar: indikatorerna pekar parvis mot varandra.',
              'Rutor och speglar: rena hela vägen runt. Torkare: hela blad, fylld spolarvätska.',
              'Dörrar: öppnar och stänger utan motstånd, klämskyddet fungerar.',
              'Rapportera fel i portalen innan du kör ut.',
            ],
          },
          body: `
            <p>Verkstaden blev klar med sista bussen i går kväll. Fyra däck är bytta, resten är bra.</p>
            <p>Hjulmuttrarna ska efterdras efter 100 km. <strong>Känns något konstigt i ratten: stanna på ett säkert
            ställe och ring trafikledningen. Kör inte vidare.</strong></p>`,
          comments: ['Snabbt jobbat av verkstaden!', 'Kollade efter 100 km, allt satt som det skulle.'],
        },
    on(24).within('09-20', '11-25')
      ? {
          key: 'semester',
          ago: 24,
          time: '11:00',
          title: 'Önska jul- och nyårsledighet senast på söndag',
          author: lead,
          body: `
        <p>Lämna dina önskemål om ledighet över jul och nyår till mig senast söndag. Den som arbetade förra julen har
        förtur i år. Besked kommer inom en vecka.</p>
        <p>Kan du tänka dig ett extrapass på nyårsafton? Hör av dig, vi kör nattrafik till klockan fyra.</p>`,
          comments: ['Jag kan köra nyårsnatten om jag får ledigt på julafton.', 'Inskickat!'],
        }
      : {
          key: 'ledighet',
          ago: 24,
          time: '11:00',
          title: 'Önska ledighet senast på söndag',
          author: lead,
          body: `
            <p>Lämna dina önskemål om ledighet för nästa schemaperiod till mig senast på söndag. Besked kommer inom en
            vecka.</p>
            <p>Kan du tänka dig ett extrapass på en helg? Hör av dig.</p>`,
          comments: ['Jag kan köra lördagen om jag får ledigt på fredagen.', 'Inskickat!'],
        },
    on(124).within('06-01', '08-20')
      ? {
          key: 'varme',
          ago: 124,
          time: '10:30',
          title: 'Värmen: drick vatten och ta pauserna',
          author: lead,
          body: `<p>Det blir över 30 grader i förarhytten i eftermiddag. Vatten står i kylen på ${depot} och vid ${hub}. Mår du
        dåligt: stanna, öppna dörrarna och ring oss. Vi skickar avlösning, utan frågor.</p>`,
          comments: ['Vattnet vid hållplatsen var slut klockan tre.', 'Påfyllt nu!'],
        }
      : {
          key: 'mardaligt',
          ago: 124,
          time: '10:30',
          title: 'Mår du dåligt under passet: stanna och ring oss',
          author: lead,
          body: `<p>Yrsel, feber eller magont blir inte bättre bakom ratten. Stanna på ett säkert ställe, öppna dörrarna och
            ring oss. Är det akut: ring 112 först. Vi skickar avlösning, utan frågor.</p>`,
          comments: ['Gjorde det förra veckan. Avlösningen kom på tjugo minuter.', 'Bra att det sägs.'],
        },
  ]
}
