import type { WebArea } from '#platform/web/shell/area.ts'

export const signIn: WebArea = {
  pages: [
    { path: 'login', title: 'Logga in', load: () => import('./LoginPage.tsx') },
    { path: 'callback', title: 'Loggar in', load: () => import('./CallbackPage.tsx') },
    { path: 'silent-renew', title: 'Loggar in', load: () => import('./SilentRenewPage.tsx') },
    { path: 'loggedout', title: 'Utloggad', load: () => import('./LoggedOutPage.tsx') },
  ],
  renew: async () => (await import('./manager.ts')).renewSilently(),
  signOut: async (prepared) => (await import('./sign-out.ts')).signOut(prepared),
}
