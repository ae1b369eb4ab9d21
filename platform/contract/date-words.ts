// The messages for dates and times. Separate from the schemas, since the first load needs them without the schema library.
export const badDate = 'Datum har fel format'
export const badTime = 'Tid har fel format'
export const outOfReach = 'Felaktigt årtal'
