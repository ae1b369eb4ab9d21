/** What the menus hold: not needed until one is opened, and fetched when the first screen has come to rest. */
export const fetchSheets = () => import('./Sheet.tsx')
export const fetchUserMenu = () => import('./UserMenu.tsx')
