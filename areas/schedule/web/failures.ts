export const scheduleFailed = 'Hämta schema misslyckades'
