import { agree, improved, type SurveyForm } from '../form.ts'
import { company, customers } from './shared-2026.ts'

/** The drivers' form, first used in the survey of 2026/2027. */
export const driverForm2026: SurveyForm = {
  contenttype: 'forare',
  sections: [
    {
      title: 'Arbetsmiljö',
      questions: [
        agree('arbetsmiljo1', 'Min arbetsmiljö är på det hela taget bra.'),
        agree('arbetsmiljo4', 'De bussar jag kör är hela, rena och i bra skick.'),
        agree('arbetsmiljo5', 'Förarplatsen går att ställa in så att jag sitter bra hela passet.'),
        agree('arbetsmiljo6', 'Rastlokaler och toaletter är rena och lätta att nå från mina linjer.'),
        agree('arbetsmiljo7', 'Jag känner mig trygg när jag arbetar och är inte orolig för hot och våld.'),
        improved('arbetsmiljo8', 'Har arbetsmiljön blivit bättre under det senaste året?'),
      ],
      texts: [{ name: 'arbetsmiljo9', text: 'Vad skulle göra arbetsmiljön bättre?' }],
    },
    {
      title: 'Arbetskamrater och trivsel',
      questions: [
        agree('arbetstriv3', 'Jag trivs med mina arbetskamrater.'),
        agree('arbetstriv4', 'Vi hjälper och stöttar varandra när det behövs.'),
        agree('arbetstriv5', 'Alla behandlas lika hos oss, och ingen utsätts för mobbning eller trakasserier.'),
        improved('arbetstriv6', 'Har trivseln på arbetsplatsen blivit bättre under det senaste året?'),
      ],
      texts: [{ name: 'arbetstriv7', text: 'Vad skulle få oss att trivas bättre?' }],
    },
    {
      title: 'Ledarskapet',
      questions: [
        agree('ledarskapet4', 'Min närmaste chef lyssnar på mig och tar mina synpunkter på allvar.'),
        agree('ledarskapet5', 'Jag når min närmaste chef när jag behöver.'),
        agree('ledarskapet6', 'Min närmaste chef ger mig återkoppling på det jag gör.'),
        improved('ledarskapet7', 'Har ledarskapet blivit bättre under det senaste året?'),
      ],
      texts: [{ name: 'ledarskapet8', text: 'Vad skulle göra ledarskapet bättre?' }],
    },
    {
      title: 'Arbetsuppgifter',
      questions: [
        agree('arbetsuppgifter1', 'Jag trivs med mina arbetsuppgifter.'),
        agree('arbetsuppgifter4', 'Körtider och reglertider räcker för att köra säkert och hålla tidtabellen.'),
        agree('arbetsuppgifter5', 'Mina arbetstider går att förena med familj och fritid.'),
      ],
      texts: [{ name: 'arbetsuppgifter6', text: 'Vad skulle göra dina arbetsuppgifter bättre?' }],
    },
    {
      title: 'Information',
      questions: [
        agree('information3', 'Jag får den information jag behöver för att göra ett bra jobb.'),
        improved('information4', 'Har informationen blivit bättre under det senaste året?'),
        agree('information6', 'Jag får veta i god tid när min linje, tidtabell eller tjänst ändras.'),
        agree('information7', 'Trafikledningen ger mig rätt besked när något händer i trafiken.'),
      ],
      texts: [{ name: 'information5', text: 'Vad skulle göra informationen bättre?' }],
    },
    customers,
    company,
  ],
  unseen: ['utvecklingsprojekt1', 'kortfri1'],
}
