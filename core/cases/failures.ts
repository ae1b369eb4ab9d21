// Error messages that more than one file uses. No schemas here, because the page imports this file too.

export const wrongState = 'Felaktig status'
export const noView = 'Vyn finns inte'
export const noSuchRole = 'Välj en roll i listan.'
export const noText = 'Skriv en text.'
export const noAnswer = 'Skriv ett svar.'
export const noReason = 'Skriv varför.'
export const noneChosen = 'Välj minst ett ärende.'
export const changedSinceChosen = 'Ärendet har ändrats sedan du valde det.'
