// Who may import whom. checks/import-rules.test.ts plants one violation per rule, so that none of them can go blind.

// Tests may build the whole app, so every rule but the ones about tests leaves them out.
const tests = [
  '\\.test\\.tsx?$',
  '/test-[^/]+\\.ts$',
  '-fixture\\.ts$',
  '^(e2e|bench|checks|packaging|prove)/',
  '^[^/]+\\.config\\.ts$',
]

const packages = '(^|/)node_modules/'
const contractOfArea = '^areas/[^/]+/(?!web/|server/)[^/]+'
const contractOfCore = '^core/[^/]+/(?!web/|server/)[^/]+'
const webOnly = `${packages}(@tanstack/[^/]+|react|react-dom|react-router|react-hook-form|react-day-picker|oidc-client-ts)/`
const serverOnly = `${packages}(@electric-sql/pglite|@fastify/[^/]+|fastify|fastify-[^/]+|jose|kysely|oidc-provider|pg|pg-connection-string|pino|unpdf|yauzl|yazl|csv-parse|date-holidays|ical\\.js|timezones-ical-library)/`

// The floors of platform/web, from the ground up: each stands on those before it.
const webFloors = ['page', 'ui', 'who', 'wire', 'phone', 'calls', 'install', 'updates', 'shell', 'office']

const serverFloors = ['files', 'db', 'blobs', 'http']

// The page, and what builds it or serves it to developers: none of them runs in production.
const builtBefore = ['(^|/)web/', '^app/build/', '^app/server/vite-page\\.ts$']

/** From the product's files at `path`, never to what `to` describes. */
function never(name, comment, path, to) {
  return { name, comment, severity: 'error', from: { path, pathNot: tests }, to }
}

/** From the product's files at `path`, only to `own`, to packages and to what Node brings. */
function only(name, comment, path, own) {
  return never(name, comment, path, { pathNot: [...own, packages], dependencyTypesNot: ['core'] })
}

/** Each floor of a side of platform never imports one above it. */
const floors = (side, names) =>
  names
    .slice(0, -1)
    .map((floor, at) =>
      never(
        `${side}-floor-${floor}`,
        `${floor}/ stands on the floors below it: ${names.slice(0, at).join(', ') || 'none'}.`,
        `^platform/${side}/${floor}/`,
        { path: `^platform/${side}/(${names.slice(at + 1).join('|')})/` },
      ),
    )

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    // Areas
    never(
      'areas-apart',
      'Areas do not import one another: what one needs of another is a port in platform/contract, which app hands in.',
      '^areas/([^/]+)/',
      { path: '^areas/', pathNot: '^areas/$1/' },
    ),
    never(
      'area-contract-is-pure',
      'What both sides share knows core’s contracts, platform/contract and the schema library, nothing else.',
      contractOfArea,
      { pathNot: [contractOfArea, contractOfCore, '^platform/contract/', `${packages}zod/`] },
    ),
    only(
      'area-web-knows-web',
      'An area’s web side knows its own contract, core’s contracts and web, platform/web and platform/contract.',
      '^areas/[^/]+/web/',
      ['^areas/[^/]+/(?!server/)', '^core/[^/]+/(?!server/)', '^platform/(web|contract)/'],
    ),
    only(
      'area-server-knows-server',
      'An area’s server side knows its own contract, core’s contracts and server, platform/server and platform/contract.',
      '^areas/[^/]+/server/',
      ['^areas/[^/]+/(?!web/)', '^core/[^/]+/(?!web/)', '^platform/(server|contract)/'],
    ),

    // Core: what several areas are about
    never(
      'core-apart',
      'A part of core knows another only by the people’s store, names, roles and choice of somebody, by what writes the audit and tells employees of it, by what waits for approval, and by what a picture is.',
      '^core/([^/]+)/',
      {
        path: '^core/',
        pathNot: [
          '^core/$1/',
          '^core/people/server/(store|tables|persons|names|roles/(reach|in-areas|holders|asked-roles|end-roles-of-left))\\.ts$',
          '^core/people/(roles\\.ts|persons\\.ts|web/PersonField\\.tsx)$',
          '^core/audit/server/(audit|openings|things)\\.ts$',
          '^core/approvals/server/approvals\\.ts$',
          '^core/pictures/(contract\\.ts|web/PictureStrip\\.(tsx|module\\.css))$',
        ],
      },
    ),
    never(
      'core-contract-is-pure',
      'What both sides of core share knows platform/contract and the schema library, nothing else.',
      contractOfCore,
      { pathNot: [contractOfCore, '^platform/contract/', `${packages}zod/`] },
    ),
    only(
      'core-web-knows-web',
      'Core’s web side knows its own contract, platform/web and platform/contract.',
      '^core/[^/]+/web/',
      ['^core/[^/]+/(?!server/)', '^platform/(web|contract)/'],
    ),
    only(
      'core-server-knows-server',
      'Core’s server side knows its own contract, platform/server and platform/contract.',
      '^core/[^/]+/server/',
      ['^core/[^/]+/(?!web/)', '^platform/(server|contract)/'],
    ),

    // Platform
    only(
      'platform-contract-is-pure',
      'The shared contract knows only itself and its libraries.',
      '^platform/contract/',
      ['^platform/contract/'],
    ),
    only('platform-web-knows-web', 'platform/web knows no area, no server and no app.', '^platform/web/', [
      '^platform/(web|contract)/',
    ]),
    never(
      'web-floors-are-known',
      'A file of platform/web belongs to a floor.',
      `^platform/web/(?!(${webFloors.join('|')})/)`,
      {},
    ),
    ...floors('web', webFloors),
    never('server-ground', 'What lies beside the folders is below them.', '^platform/server/[^/]+$', {
      path: '^platform/server/[^/]+/',
    }),
    ...floors('server', serverFloors),
    only('platform-server-knows-server', 'platform/server knows no area, no web and no app.', '^platform/server/', [
      '^platform/(server|contract)/',
    ]),

    // The demo and its sign-in
    only('identity-knows-platform', 'The embedded sign-in stands on core and platform.', '^identity/', [
      '^identity/',
      '^core/[^/]+/(?!web/)',
      '^platform/(server|contract)/',
    ]),
    only('demo-knows-platform', 'The demo is filled through importers that app hands in.', '^demo/', [
      '^demo/',
      '^core/[^/]+/(?!web/)',
      '^platform/(server|contract)/',
    ]),
    {
      name: 'demo-is-aside',
      comment: 'What fills the demo is known to doors and to the demo alone: the portal of a company runs none of it.',
      severity: 'error',
      from: { path: '^(areas|core|identity|platform)/', pathNot: ['/server/index\\.ts$', '/demo[/.]', ...tests] },
      to: { path: ['^demo/', '/server/demo[/.]'] },
    },

    // App
    never('app-through-doors', 'App knows an area by its doors, and by the names of its calls.', '^app/', {
      path: '^areas/',
      pathNot: [
        '^areas/[^/]+/(web|server)/index\\.tsx?$',
        '^areas/[^/]+/web/(early|kept|office|off-home)\\.tsx?$',
        '^areas/[^/]+/calls\\.ts$',
      ],
    }),
    never('app-web-knows-web', 'The page never holds server code.', '^app/web/', {
      path: ['^[^/]+/server/', '^(areas|core)/[^/]+/server/', '^app/build/', '^(demo|identity)/'],
    }),
    never('app-server-knows-server', 'The server runs no code of the page.', '^app/(server|build)/', {
      path: ['^[^/]+/web/', '^(areas|core)/[^/]+/web/'],
    }),
    ...['web', 'server'].map((side) => ({
      name: `app-${side}-lists-areas`,
      comment: `An area is a line in app/${side}/areas.ts: nobody gets to see one that is missing there.`,
      severity: 'error',
      from: { path: `^app/${side}/areas\\.ts$` },
      to: { path: `^areas/[^/]+/${side}/index\\.tsx?$`, reachable: false },
    })),
    {
      name: 'only-the-portal-signs-in',
      comment: "A command does without the demo's sign-in provider: it would take a tenth of an import's memory.",
      severity: 'error',
      from: { path: '^app/server/', pathNot: ['^app/server/start\\.ts$', ...tests] },
      to: { path: '^identity/(?!migrations\\.ts$)' },
    },
    {
      name: 'app-is-the-top',
      comment: 'Only tests import app.',
      severity: 'error',
      from: { pathNot: ['^app/', ...tests] },
      to: { path: '^app/' },
    },

    // The wall, also where it is a library that would cross it
    never(
      'no-node-in-the-browser',
      'A browser has none of what Node brings.',
      ['/web/', '^platform/contract/', contractOfArea, contractOfCore],
      {
        dependencyTypes: ['core'],
      },
    ),
    never(
      'no-server-library-in-the-browser',
      'Server libraries have no place in the page.',
      ['/web/', '^platform/contract/', contractOfArea, contractOfCore],
      {
        path: serverOnly,
      },
    ),
    never(
      'no-web-library-on-the-server',
      'Browser libraries have no place on the server.',
      ['/server/', '^(demo|identity)/', '^platform/contract/', contractOfArea, contractOfCore],
      {
        path: webOnly,
      },
    ),

    // Tests
    {
      name: 'tests-may-build-the-whole-app',
      comment:
        'A test of an area may use app, demo and platform, yet no other area: it asks the portal as a user does.',
      severity: 'error',
      from: { path: `^areas/([^/]+)/.*(${tests.slice(0, 3).join('|')})` },
      to: { path: '^areas/', pathNot: '^areas/$1/' },
    },
    {
      name: 'tests-stay-outside',
      comment: 'The product never imports a test, or what helps tests.',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: tests },
    },

    // Everywhere
    {
      name: 'no-cycles',
      comment: 'Files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      comment: 'An import that cannot be found escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-development-libraries',
      comment:
        'What runs in production needs what `npm ci --omit=dev` installs. The page is built before, as are the files that build it or serve it to developers.',
      severity: 'error',
      // Traces are loaded as a whole, where they are set: app/server/tracing.test.ts. The large libraries are in files of their own: docs/decisions/0096.
      from: {
        pathNot: [...tests, ...builtBefore, '^app/server/tracing\\.ts$', '^platform/server/libraries/(?!load\\.ts$)'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], dynamic: false },
    },
    {
      name: 'development-libraries-by-name',
      comment: 'What only trying needs is loaded when it is used, and its absence said in one line.',
      severity: 'error',
      from: { pathNot: [...tests, ...builtBefore] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        dynamic: true,
        pathNot: `${packages}(@electric-sql/pglite)/`,
      },
    },
    {
      name: 'building-stays-outside',
      comment: 'The portal loads what builds the page only for `npm run dev`.',
      severity: 'error',
      from: { pathNot: [...tests, ...builtBefore] },
      to: { path: builtBefore.slice(1), dynamic: false },
    },
    never('listed-libraries', 'A library that is imported is one of package.json’s.', '.', {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // bench/lighthouse has packages of its own.
    exclude: { path: ['\\.css$', '^(dist|data|test-results|bench/lighthouse)/'] },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
