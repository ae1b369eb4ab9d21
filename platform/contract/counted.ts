/** '1 bild', '2 bilder': a number and the word that fits it. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
