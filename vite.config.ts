import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { shortClassNames } from './app/build/class-names.ts'
import { importHelper } from './app/build/import-helper.ts'
import { pdfWorker } from './app/build/pdf-worker.ts'
import { smallCalendar } from './app/build/small-calendar.ts'
import { targets } from './app/build/targets.ts'

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const classNames = shortClassNames(from('.'))

const boot = { entry: from('./app/web/boot.ts'), modules: new Set<string>() }

/** Libraries in files of their own: what every form needs, fetched with the first of them, which bench counts as shared, and what reads PDFs. */
export const libraryChunks = [
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform|zod)\// },
  { name: 'pdf', test: /node_modules\/pdfjs-dist\// },
]

const anyOf =
  (...tests: readonly RegExp[]) =>
  (id: string) =>
    tests.some((test) => test.test(id))

export default defineConfig(({ command }) => ({
  root: from('./app/web'),
  cacheDir: from('./node_modules/.vite'),
  publicDir: false,
  plugins: [
    react(),
    droppableComponents(),
    smallCalendar(),
    importHelper(),
    pdfWorker(),
    ...classNames.plugins,
    bootScript(),
    zipOnThePage(),
  ],
  css: { modules: command === 'build' ? { generateScopedName: classNames.nameOf } : {} },
  build: {
    outDir: from('./dist/web'),
    emptyOutDir: true,
    // Read by bench, which weighs each screen's own code; not served.
    manifest: true,
    target: targets,
    sourcemap: false,
    // Strict CSP: no data: addresses, and nothing that needs an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // They stay out of the first load, which is what they are for; that two of them share a file is meant.
      checks: { ineffectiveDynamicImport: false },
      input: { main: from('./app/web/index.html'), boot: boot.entry },
      preserveEntrySignatures: false,
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        // The library's worker, whose ending the build would not compress, nor the service worker keep.
        // The first load lists the names of all files: those of style sheets say nothing that the hash of their scripts does not, and a hash
        // does not compress.
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.endsWith('.mjs') ? '[name]-[hash:7].js' : name.endsWith('.css') ? '[hash:7].css' : '[name]-[hash:7][extname]'}`,
        entryFileNames: 'assets/[name]-[hash:7].js',
        // Enough to know it by, beside the manifest: these names are in the first load too.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 3)}-[hash:7].js`,
        codeSplitting: {
          // What every first load needs is two files; left alone, what screens share with them would be split off, a request each.
          groups: [
            { name: 'boot', test: (id) => boot.modules.has(id) },
            { name: 'portal', tags: ['$initial'], test: (id) => !boot.modules.has(id) },
            // Most screens are made of the same few, and each is a few lines: in files of their own they would be requests on the way to the
            // screen, which cost more than they do.
            {
              name: 'parts',
              test: anyOf(
                /platform\/web\/(ui\/(?!Calendar|Combobox|combobox|charts)|calls\/(?!forms\/(?!continued)))/,
                /forms\/(SaveError|NotKept)|page\/use-later|office-pages\.ts|[mM]utation(Observer)?\.js$/,
                /(areas\/(?!office-)[^/]+|core\/(?!cases)[^/]+)\/(calls|rules)\.ts/,
                /areas\/.*\/(seen-key|answer-keys|moments|answered|kinds|payslip-file|use-survey)\.ts|web\/(failures|load-texts)\.ts/,
                /(Unread|ReadMore|CallTrafficControl|list\/Status)\.(tsx|module)/,
                /(web\/NoAssignments|assignments\/web\/Note|web\/install\/InstallGuide|shell\/SearchButton)\.(tsx|module)|web\/(shell\/duty-at-hand|install\/offer|day-line)\.ts/,
                /crisis\/web\/content\.ts/,
                /(telephone|bytes|dates-in-words|contract\/sought|use-service-date|cases\/web\/on-behalf)\.ts/,
              ),
            },
            // What was typed and not sent: screens wait for it, but not for the rest of what works without coverage.
            {
              name: 'drafts',
              test: /node_modules\/idb\/|platform\/web\/phone\/(drafts|draft-store|database|schema)\.ts/,
            },
            // What makes the portal stand without coverage: begun together, when the first screen has come to rest.
            {
              name: 'offline',
              test: /platform\/web\/(phone|updates|shell\/(StatusLine|NoticeList|OutboxDialog|background-work))|areas\/[^/]+\/web\/ahead/,
            },
            // The menus and what stands in them, fetched together.
            {
              name: 'menus',
              test: /platform\/web\/shell\/(Menus|Sheet|Sidebar|HeaderMenus|UserMenu|SignOut|NotAnEmployee|UnsentQuestion|search-keys)\.(tsx?|module)/,
            },
            // What a driver's home shows below the duty, once it has come to rest: one request, and short lists of names in the first load.
            {
              name: 'home',
              test: /(cases\/own-calls|web\/(.*\/)?(new-things|NewThings|DayBlock|DayLine|SevenDays|seven-days|TimeReportCard|AlertsBlock|alerts|(Group|Region|News)Block|SurveyRow|put-away|LatestPayslip|GroundedBus))\.(ts|css|module)|areas\/assignments\/web\/Confirm\.|areas\/install\/web\/InstallBlock/,
            },
            // What forms are prefilled with, without the rest of a home.
            { name: 'duty', test: /areas\/assignments\/web\/(duty-at-hand|kept-duty)\./ },
            // The home of who has no duty.
            {
              name: 'home-off',
              test: /app\/web\/(OffHome|OwnReports|OfficeQueues|HomeRow)|areas\/.*\/(off-home|NewestDocuments|ContactsBlock)\.(tsx?|module)/,
            },
            {
              name: 'contacts',
              test: /areas\/contacts\/web\/Contact(List|sScreen)\.(tsx|module)|PersonRow\.(tsx|module)/,
            },
            {
              name: 'sign-in',
              test: /areas\/sign-in\/web\/((Login|Callback|LoggedOut)Page|Waiting|target)\.(tsx?|module)/,
            },
            { name: 'help', test: /areas\/app-reset\/web\/.*\.(tsx|module)/ },
            // The office's frame with the areas' second doors, and the screen of its queues.
            {
              name: 'office',
              test: /platform\/web\/office\/(?!Statistics)|app\/web\/Elsewhere|office-areas\.ts|shell\/NotFound|web\/office\.ts|areas\/([^/]+\/(cases|office-calls|statistics)|office-[^/]+\/(calls|rules))\.ts|core\/cases\/((office-)?calls|web\/queue-screen)\.ts|core\/people\/roles\.ts|contract\/flags\.ts/,
            },
            { name: 'statistics', test: /platform\/web\/(office\/Statistics|ui\/charts)/ },
            {
              name: 'queue',
              test: /core\/cases\/(web\/(?!Messages|Hide|RectangleEditor|ReplyForm|queue-screen|save-table|drafts|office|CaseSearch|TemplatesScreen|clock-words|workbook|on-behalf|OnBehalf)|rules|event-words|merged)/,
            },
            // Below a report: its answers, the pictures, and what is still to be sent.
            {
              name: 'report-below',
              test: /core\/(cases\/web\/(ReplyForm|Messages|drafts)|pictures\/web\/PictureStrip)|vehicle-faults\/web\/Waiting/,
            },
            // A list of news, and an item with what it opens.
            {
              name: 'news',
              test: /areas\/news\/web\/(News(Home|List)|(Group|Region)News|PageButtons|RichText)\.(tsx|module)/,
            },
            {
              name: 'news-item',
              test: /areas\/news\/web\/(NewsItemView|NewsPicture|(Group|Region)Item|Comment.*|OwnComments|Attachments|BesideItem)\.(tsx|module)/,
            },
            { name: 'crisis', test: /areas\/crisis\/web\/(?!ahead|content\.ts|kept|(Area|Position)Documents)/ },
            // What the forms of deviations have in common.
            {
              name: 'fields',
              test: /areas\/deviations\/(web\/(steps\/(?!DraftNotice|draft-keys)|forms\/answers))/,
            },
            // What follows a report from the field to its receipt.
            {
              name: 'report',
              test: /calls\/forms\/(use-report|report-state|use-followed|Outcome|while-typing)/,
            },
            // What every form needs, fetched with the first of them.
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@hookform|@standard-schema|zod)\/|platform\/contract\/(text|dates)\.ts|core\/pictures\/contract/,
            },
            // Fetched with the first document that is read, and with the first PDF.
            { name: 'reader', test: /core\/documents\/web\/(DocumentView|zoom|use-object-url)/ },
            {
              name: 'documents',
              test: /core\/documents\/web\/(Document(Row|Table|List)|ReadButton|SaveButton|OutdatedCopy|fetch-file|readable|download|viewable)|policy\/web\/fetch-policy/,
            },
            { name: 'pdf-pages', test: /core\/documents\/web\/(pdf\/|PdfPages)/ },
            { name: 'pdf', test: /node_modules\/pdfjs-dist\// },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
}))

/**
 * React Router's components cannot be told from code that must run, so that all of them are kept: their names for debugging are taken out,
 * and their making is marked as free of effects. What the portal does not use (forms, fetchers, prefetching for its server framework)
 * then stays out of the first load: 4 kB.
 */
function droppableComponents(): Plugin {
  return {
    name: 'droppable-components',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.m?js$/ },
      handler: (code) =>
        code
          .replaceAll(/^[\w$]+\.displayName = "[^"]*";$/gm, '')
          .replaceAll(/= (React\$?\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}

/**
 * Makes app/web/boot.ts a script of its own: small, run while the rest is still being fetched, and imported by it (one instance).
 * It stands below the marker, because it reads the variant that the server writes there.
 */
function bootScript(): Plugin {
  return {
    name: 'boot-script',
    apply: 'build',
    buildEnd() {
      const waiting = [boot.entry]
      for (const id of waiting) {
        if (boot.modules.has(id)) continue
        boot.modules.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
      const heavy = [...boot.modules].find((id) => id.includes('/node_modules/'))
      if (heavy) throw new Error(`boot holds ${heavy}: what it imports must stay free of libraries`)
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'boot')
        if (chunk?.type !== 'chunk' || !html.includes('<!--variant-->'))
          throw new Error('no boot chunk, or no marker in index.html')
        if (chunk.imports.length > 0) throw new Error(`boot waits for ${chunk.imports.join(', ')}: it must stand alone`)
        const main = html.match(/<script type="module" crossorigin src="(\/assets\/main-[^"]+)"><\/script>/)
        if (!main) throw new Error('the page has no main script')
        const script = `<script type="module" crossorigin src="/${chunk.fileName}"></script>`
        // The main script is only fetched: boot runs it.
        return html
          .replace('<!--variant-->', () => `<!--variant-->\n    ${script}`)
          .replace(main[0], `<link rel="modulepreload" id="main" crossorigin href="${main[1]}">`)
      },
    },
  }
}

/**
 * The library that writes workbooks zips larger ones in a worker that it makes of a text, which the page's policy rightly refuses. Without
 * one it takes a part of a second, and the file is half as large.
 */
function zipOnThePage(): Plugin {
  const id = '\0zip-on-the-page'
  return {
    name: 'zip-on-the-page',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'fflate' && importer?.includes('/write-excel-file/') ? id : null),
    load: (found) =>
      found === id
        ? `import { strToU8, zipSync } from 'fflate'
           export { strToU8, zipSync }
           export const zip = (files, done) => done(null, zipSync(files))`
        : null,
  }
}
