import { agree, improved, type SurveyForm } from '../form.ts'
import { company, customers } from './shared-2026.ts'

/** The salaried staff's form, first used in the survey of 2026/2027. */
export const salariedForm2026: SurveyForm = {
  contenttype: 'tjansteman',
  sections: [
    {
      title: 'Arbetsmiljö',
      questions: [
        agree('arbetsmiljo1', 'Min arbetsmiljö är på det hela taget bra.'),
        agree('arbetsmiljo2', 'Min arbetsplats är anpassad så att jag arbetar bra och skonsamt för kroppen.'),
        agree('arbetsmiljo3', 'Ljud, ljus och luft är bra där jag arbetar.'),
        agree('arbetsmiljo4', 'Den utrustning och de system jag behöver fungerar bra.'),
        agree('arbetsmiljo5', 'Min arbetsbelastning är rimlig.'),
        agree('arbetsmiljo6', 'Jag hinner återhämta mig mellan arbetspassen.'),
        agree('arbetsmiljo7', 'Jag känner mig trygg på min arbetsplats.'),
        improved('arbetsmiljo8', 'Har arbetsmiljön blivit bättre under det senaste året?'),
      ],
      texts: [{ name: 'arbetsmiljo9', text: 'Vad skulle göra arbetsmiljön bättre?' }],
    },
    {
      title: 'Arbetskamrater och trivsel',
      questions: [
        agree('arbetstriv1', 'Jag går till jobbet med glädje.'),
        agree('arbetstriv2', 'Vi har en öppen stämning där man kan säga vad man tycker.'),
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
        agree('ledarskapet1', 'Min närmaste chef är tydlig med vad som förväntas av mig.'),
        agree('ledarskapet2', 'Min närmaste chef har förtroende för mig.'),
        agree('ledarskapet3', 'Min närmaste chef fattar beslut när det behövs.'),
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
        agree('arbetsuppgifter2', 'Jag vet vilka mål mitt arbete ska leda till.'),
        agree('arbetsuppgifter3', 'Jag kan påverka hur jag lägger upp mitt arbete.'),
        agree('arbetsuppgifter4', 'Jag hinner med mina arbetsuppgifter inom arbetstiden.'),
        agree('arbetsuppgifter5', 'Mina arbetstider går att förena med familj och fritid.'),
      ],
      texts: [{ name: 'arbetsuppgifter6', text: 'Vad skulle göra dina arbetsuppgifter bättre?' }],
    },
    {
      title: 'Kompetensutveckling',
      questions: [
        agree('kompetensutv1', 'Jag har den kompetens som mina arbetsuppgifter kräver.'),
        agree('kompetensutv2', 'Jag får den utbildning jag behöver.'),
        agree('kompetensutv3', 'Jag har goda möjligheter att utvecklas hos oss.'),
        agree('kompetensutv4', 'Mitt senaste medarbetarsamtal var givande.'),
      ],
      texts: [{ name: 'kompetensutv5', text: 'Vad skulle du vilja lära dig mer om?' }],
    },
    {
      title: 'Information',
      questions: [
        agree('information1', 'Jag vet var jag hittar den information jag söker.'),
        agree('information2', 'Samarbetet och informationen mellan avdelningarna fungerar bra.'),
        agree('information3', 'Jag får den information jag behöver för att göra ett bra jobb.'),
        improved('information4', 'Har informationen blivit bättre under det senaste året?'),
      ],
      texts: [{ name: 'information5', text: 'Vad skulle göra informationen bättre?' }],
    },
    customers,
    company,
  ],
  unseen: ['utvecklingsprojekt1', 'utvecklingsprojekt2', 'kortfri1'],
}
