// One module, so that all menus are fetched by one request.
export { HeaderMenus } from './HeaderMenus.tsx'
export { Sheet, type SheetProps } from './Sheet.tsx'
export { Sidebar } from './Sidebar.tsx'
