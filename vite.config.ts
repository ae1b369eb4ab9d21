import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: from('./app/web'),
  cacheDir: from('./node_modules/.vite'),
  publicDir: false,
  plugins: [react(), earlyBoot()],
  build: {
    outDir: from('./dist/web'),
    emptyOutDir: true,
    // Phones that the staff still carry: an iPhone 8 stops at Safari 16.
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    sourcemap: false,
    // Strict CSP: no data: addresses, and nothing that needs an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Groups of libraries would split off a runtime chunk: two requests more for the first load, and nothing smaller.
    rolldownOptions: { input: { main: from('./app/web/index.html'), boot: from('./app/web/boot.ts') } },
  },
})

/**
 * Makes app/web/boot.ts a script of its own: small, run while the rest is still being fetched, and imported by it (one instance).
 * It stands below the marker, because it reads the variant that the server writes there.
 */
function earlyBoot(): Plugin {
  return {
    name: 'early-boot',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const boot = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.isEntry && file.name === 'boot',
        )
        if (!boot || !html.includes('<!--variant-->')) throw new Error('index.html lacks the boot chunk or the marker')
        const script = `<script type="module" async crossorigin src="/${boot.fileName}"></script>`
        return html.replace('<!--variant-->', () => `<!--variant-->\n    ${script}`)
      },
    },
  }
}
