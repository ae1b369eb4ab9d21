export const vehiclesFailed = 'Hämta fordon misslyckades'
export const faultsFailed = 'Hämta felrapporter misslyckades'
