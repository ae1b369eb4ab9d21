// What is said when something fails, where more than one file says it. Without schemas: the page imports it too.

export const wrongState = 'Felaktig status'
export const noView = 'Vyn finns inte'
export const noSuchRole = 'Välj en roll i listan.'
export const noText = 'Skriv en text.'
export const noAnswer = 'Skriv ett svar.'
export const noReason = 'Skriv varför.'
