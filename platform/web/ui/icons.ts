/** One path on a 24 grid, drawn with a stroke. Separate constants, so that unused icons are not shipped. */
export type IconPath = string

// Circles are written as two arcs, because `${circle(12, 12, 9)}` would cost more than it saves.
export const homeIcon: IconPath = 'M4 11.2 12 4.5l8 6.7M6 9.8V19h4.2v-4.6h3.6V19H18V9.8'
export const dutiesIcon: IconPath =
  'M9 5H7a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5v-12A1.5 1.5 0 0 0 17 5h-2M9 4h6v3H9zM9 11.5h6M9 15.5h4'
export const calendarIcon: IconPath =
  'M6 6h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM4 10.5h16M8 3.8V7M16 3.8V7'
export const wrenchIcon: IconPath =
  'm20 6.8-3 3-2.8-2.8 3-3a5.3 5.3 0 0 0-6.8 6.7L4.9 16.2a2.05 2.05 0 0 0 2.9 2.9l5.5-5.5A5.3 5.3 0 0 0 20 6.8Z'
export const reportIcon: IconPath = 'M5 20V4.5M5 5c4-2 7 2 11 .5 1-.3 2-.7 3-1.2V14c-1 .5-2 .9-3 1.2-4 1.5-7-2.5-11-.5'
export const warningIcon: IconPath = 'M12 4.5 21 19.5H3ZM12 10.5v4M12 17.2v.1'
export const newsIcon: IconPath =
  'M4 6h13v11.5a1.5 1.5 0 0 0 3 0V9.5M4 6v11.5A1.5 1.5 0 0 0 5.5 19h13M7.5 9.5h6v3h-6zM7.5 15.8h6'
export const menuIcon: IconPath = 'M4 7h16M4 12h16M4 17h16'
export const userIcon: IconPath = 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20c.8-3.4 3.8-5 7.5-5s6.7 1.6 7.5 5'
export const logoutIcon: IconPath =
  'M14 5H6.5A1.5 1.5 0 0 0 5 6.5v11A1.5 1.5 0 0 0 6.5 19H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5'
export const busIcon: IconPath =
  'M6.5 4.5h11A2 2 0 0 1 19.5 6.5V17h-15V6.5a2 2 0 0 1 2-2ZM4.5 11.5h15M7 17v2.5M17 17v2.5M8 14.3v.1M16 14.3v.1M2.8 8.5V11M21.2 8.5V11'
export const clockIcon: IconPath = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2'
export const checkIcon: IconPath = 'm5 12.5 4.5 4.5L19 7.5'
export const undoIcon: IconPath = 'M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-4'
export const chevronRightIcon: IconPath = 'm9.5 6 6 6-6 6'
export const chevronLeftIcon: IconPath = 'm14.5 6-6 6 6 6'
export const chevronDownIcon: IconPath = 'm6 9.5 6 6 6-6'
export const closeIcon: IconPath = 'm6 6 12 12M18 6 6 18'
export const plusIcon: IconPath = 'M12 5v14M5 12h14'
export const infoIcon: IconPath = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5M12 7.8v.1'
export const failedIcon: IconPath = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5v5.5M12 16v.1'
export const okIcon: IconPath = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm-4 9 2.8 2.7L16 9.5'
export const pauseIcon: IconPath = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM10 9v6M14 9v6'
export const externalIcon: IconPath =
  'M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14M13.5 5H19v5.5M19 5l-8 8'
export const linkIcon: IconPath =
  'M10.5 13.5a3.5 3.5 0 0 0 5 0l3-3a3.54 3.54 0 0 0-5-5L12.3 6.7M13.5 10.5a3.5 3.5 0 0 0-5 0l-3 3a3.54 3.54 0 0 0 5 5l1.2-1.2'
export const sunIcon: IconPath =
  'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1'
export const moonIcon: IconPath = 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z'
export const phoneScreenIcon: IconPath =
  'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2'
export const refreshIcon: IconPath =
  'M19.5 5v4.5H15M4.5 19v-4.5H9M19.2 9.5A7.5 7.5 0 0 0 6 7.3M4.8 14.5A7.5 7.5 0 0 0 18 16.7'
export const pinIcon: IconPath =
  'M12 21c4.5-4.5 6.5-7.7 6.5-10.7a6.5 6.5 0 0 0-13 0C5.5 13.3 7.5 16.5 12 21ZM12 8a2.3 2.3 0 1 1 0 4.6A2.3 2.3 0 0 1 12 8Z'
export const timeReportIcon: IconPath =
  'M12.5 20H7a1.5 1.5 0 0 1-1.5-1.5v-13A1.5 1.5 0 0 1 7 4h10a1.5 1.5 0 0 1 1.5 1.5V10M9 8h6M9 12h3M17 12.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4ZM17 15v2.2l1.4.9'
export const searchIcon: IconPath = 'M10.8 4.5a6.3 6.3 0 1 1 0 12.6 6.3 6.3 0 0 1 0-12.6ZM15.4 15.4 20 20'
