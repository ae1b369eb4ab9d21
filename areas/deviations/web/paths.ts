/** The paths of the screens 'Avvikelser' and 'Ny avvikelse'. */
export const listPath = 'avvikelser'
export const newPath = 'nyavvikelse'
