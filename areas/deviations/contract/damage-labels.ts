/**
 * What the fields of a vehicle damage are called, in the order of 'Detaljer': in the form, its summary, the messages and the details. The
 * labels say without the form around them what was asked.
 */
export const damageLabels = {
  fordon: 'Fordon',
  handelseBeskrivning: 'Händelsebeskrivning',
  skadeplatskategori: 'Skadeplats',
  skadaPaFordon: 'Skada på fordonet',
  synligaSkador: 'Synliga skador på fordonet',
  forsakringsKategori: 'Försäkringskategori',
  kategoriSpecificering: 'Specificering',
  vagensBredd: 'Vägens bredd (m)',
  avstandTillVagensSida: 'Avstånd till högerkanten (m)',
  ersattningsfordon: 'Ersättningsfordon behövdes',
  polis: 'Polis på platsen',
  raddningstjanst: 'Räddningstjänst på platsen',
  blodprov: 'Blodprov eller utandningsprov togs',
  personskadekontaktuppgifter: 'Kontaktuppgifter till skadade',
  motpartskontaktuppgifter: 'Motpart',
  vittnen: 'Vittnen',
  antalPassagerare: 'Antal passagerare',
  matarstallning: 'Mätarställning',
} as const
