export const documentsLoading = 'Laddar dokument..'
export const documentsFailed = 'Hämta dokument misslyckades'
export const fileFailed = 'Hämta dokumentfil misslyckades'
