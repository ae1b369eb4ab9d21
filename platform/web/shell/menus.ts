/** The content of the menus: not needed until one is opened, and loaded when the first screen is idle. */
export const fetchSheets = () => import('./Sheet.tsx')
export const fetchUserMenu = () => import('./UserMenu.tsx')
