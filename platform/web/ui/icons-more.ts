import type { IconPath } from './icons.ts'

// Icons that only some areas use. They are separate from icons.ts, so that they are not in the first load.
export const phoneIcon: IconPath =
  'M6.5 4h3l1.3 4-2 1.5a11 11 0 0 0 5.7 5.7l1.5-2 4 1.3v3a2 2 0 0 1-2.2 2A15.5 15.5 0 0 1 4.5 6.2 2 2 0 0 1 6.5 4Z'
export const cameraIcon: IconPath =
  'M4.5 8H8l1.5-2.5h5L16 8h3.5A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-8A1.5 1.5 0 0 1 4.5 8ZM12 10a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6Z'
export const leafIcon: IconPath = 'M5 19C4 11 9 5 20 4.5 20.5 14 15 19 8.5 17.5M5 20c1.5-4.5 4.5-7.5 9-9.5'
export const documentIcon: IconPath =
  'M13.5 4H7.5A1.5 1.5 0 0 0 6 5.5v13A1.5 1.5 0 0 0 7.5 20h9a1.5 1.5 0 0 0 1.5-1.5v-10ZM13.5 4v4.5H18M9 12.5h6M9 16h6'
export const bulbIcon: IconPath = 'M9.5 17h5M10 20h4M9.5 17c0-2-3-3.5-3-7a5.5 5.5 0 0 1 11 0c0 3.5-3 5-3 7'
export const graduationIcon: IconPath =
  'M12 5 2.5 9.5 12 14l9.5-4.5ZM6.5 11.5V16c1.5 1.5 3.5 2 5.5 2s4-.5 5.5-2v-4.5M21.5 9.5V15'
export const walletIcon: IconPath =
  'M17 8V5.5L5.5 6A1.5 1.5 0 0 0 4 7.5v10A1.5 1.5 0 0 0 5.5 19h13a1.5 1.5 0 0 0 1.5-1.5v-8A1.5 1.5 0 0 0 18.5 8h-13M16 13.5v.1'
export const shieldIcon: IconPath = 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6Z'
export const helpIcon: IconPath =
  'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.3v.1'
export const downloadIcon: IconPath = 'M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14'
export const crisisIcon: IconPath = 'M9 4h6v5h5v6h-5v5H9v-5H4V9h5Z'
export const chartIcon: IconPath = 'M4.5 19.5h15M7.5 16v-4M12 16V6.5M16.5 16V9.5'
export const boardIcon: IconPath =
  'M4.5 5h15A1.5 1.5 0 0 1 21 6.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 14.5v-8A1.5 1.5 0 0 1 4.5 5ZM7 9h4M7 12.5h7M15.5 9H17M9 20l1.5-4M15 20l-1.5-4'
export const peopleIcon: IconPath =
  'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM2.5 19.5c.6-3 3.2-4.5 6.5-4.5s5.9 1.5 6.5 4.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 15.3c2 .7 3.2 2.2 3.5 4.2'
export const pencilIcon: IconPath =
  'm5 19 .8-4L15.5 5.3a1.9 1.9 0 0 1 2.7 0l.5.5a1.9 1.9 0 0 1 0 2.7L9 18.2ZM13.5 7.3l3.2 3.2'
export const shareIcon: IconPath =
  'M8.5 9.5h-2A1.5 1.5 0 0 0 5 11v8a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-8a1.5 1.5 0 0 0-1.5-1.5h-2M12 15V3.8M8.5 7 12 3.5 15.5 7'
export const moreIcon: IconPath =
  'M12 4.9a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2ZM12 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2ZM12 17.9a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2Z'
export const mailIcon: IconPath =
  'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 16.5v-9A1.5 1.5 0 0 1 5.5 6ZM4.5 7l7.5 6 7.5-6'
export const hiddenIcon: IconPath =
  'M4 4l16 16M9.9 5.2A9.6 9.6 0 0 1 12 5c5 0 8.3 4.2 9.5 7a13.6 13.6 0 0 1-2.9 4M6.2 7.2A13.3 13.3 0 0 0 2.5 12c1.2 2.8 4.5 7 9.5 7a9.5 9.5 0 0 0 5.1-1.5M10 10.2a2.8 2.8 0 0 0 3.9 3.9'
