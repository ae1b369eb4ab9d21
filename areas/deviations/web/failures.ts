export const formOptionsFailed = 'Hämta formulärdata för incidentrapport misslyckades'
export const reportsFailed = 'Hämta incidentrapporter misslyckades'
