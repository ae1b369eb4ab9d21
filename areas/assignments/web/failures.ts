export const assignmentsFailed = 'Hämta uppdrag misslyckades'
