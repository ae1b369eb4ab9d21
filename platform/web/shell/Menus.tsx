// What opens the menus fetches all of them: one request.
export { HeaderMenus } from './HeaderMenus.tsx'
export { Sheet, type SheetProps } from './Sheet.tsx'
export { Sidebar } from './Sidebar.tsx'
