import { type Account, crossing, damage, hospital, school, square, station } from './account.ts'

/** Small damages that happen on a line, as every driver knows. None costs the company more than an hour in the workshop. */
const small = (
  place: Account['place'],
  account: string,
  [where, what, category]: readonly [where: string, what: string, category: string],
  action: string,
): Account => ({
  rubrik: 'Fordonsskada',
  place,
  action,
  detailOf: (bus) =>
    damage(bus, {
      HandelseBeskrivning: account,
      Skadeplatskategori: [where],
      KategoriSpecificering: category,
      SkadaPaFordon: what,
    }),
})

export const lineDamages: readonly Account[] = [
  small(
    crossing,
    'Höger backspegel slog i en gren som hänger ut över körbanan.',
    ['Höger sida fram', 'Sprucket spegelglas.', 'Singelolycka'],
    'Spegelglaset är bytt. Kommunen har klippt grenen.',
  ),
  small(
    station,
    'Bussen framför rullade bakåt när vi stod i kö till hållplatsen. Det var en lätt knuff.',
    ['Front', 'Repa i stötfångaren.', 'Kollision'],
    'Stötfångaren är polerad.',
  ),
  small(
    square,
    'Jag tog i kantstenen när jag svängde runt en felparkerad bil.',
    ['Höger sida bak', 'Skrapad fälg.', 'Singelolycka'],
    'Däck och fälg är kontrollerade och godkända.',
  ),
  small(
    school,
    'En barnvagn kilade fast i dörren när den stängdes. Ingen skadades, dörren öppnade igen.',
    ['Dörr', 'Gummilisten på dörr 2 har lossnat.', 'Annat'],
    'Listen är fäst och klämskyddet provat.',
  ),
  small(
    hospital,
    'En cyklist tappade balansen vid hållplatsen och tog emot sig mot bussen. Cyklisten mådde bra och åkte vidare.',
    ['Höger sida mitt', 'Liten repa i lacken.', 'Kollision'],
    'Repan är lackerad.',
  ),
  small(
    station,
    'En resenär slog sönder nödhammarens hållare när det var trångt.',
    ['Invändigt', 'Trasig hållare till nödhammaren.', 'Skadegörelse'],
    'Hållaren är bytt.',
  ),
]
