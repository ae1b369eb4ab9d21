// What is wrong with a date or a time. Apart from the schemas: the first load says it without a schema library.
export const badDate = 'Datum har fel format'
export const badTime = 'Tid har fel format'
export const outOfReach = 'Felaktigt årtal'
