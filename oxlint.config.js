import { readdirSync } from 'node:fs'

/** Import edges (style: "Let the compiler prove purity"): which files may import which. The last matching override applies. */
const forbid = (message, ...group) => ({ group, message })
const NO_ELECTRON = { name: 'electron', message: 'Only electron/main and electron/preload import Electron.' }
const edges = (patterns, paths = [NO_ELECTRON]) => ({ 'no-restricted-imports': ['error', { patterns, paths }] })

const NO_OWN_LIST = {
  name: '@tanstack/react-virtual',
  message: 'Use components/list, which has keys, roles and scrolling.',
}

const NODE = ['node:*', 'node:*/**']
const PURE = forbid(
  'shared/ is pure: it imports neither host nor window, and no library with a DOM.',
  ...['**/electron/**', '**/renderer/**', ...NODE],
  ...['react', 'react-dom', 'linkedom', '@mozilla/readability', 'defuddle'].flatMap((name) => [name, `${name}/**`]),
)
const HOST = forbid('The host does not import the window’s code.', '**/renderer/**')
const WINDOW = forbid('The window reaches the machine only through the contract.', '**/electron/**', ...NODE)

/** The layers of shared/, each with the lower layers that it may import. */
const KERNEL = ['base', 'page', 'extractors', 'metrics', 'gold']
const FLOORS = {
  base: [],
  page: ['base'],
  extractors: ['base', 'page'],
  metrics: ['base', 'page'],
  gold: ['base', 'page', 'metrics'],
  reduce: ['base', 'page', 'extractors'],
  scene: ['base'],
  explain: [...KERNEL.slice(0, 4), 'scene'],
  evaluation: [...KERNEL, 'explain'],
  demo: [...KERNEL, 'explain', 'scene'],
  contract: [...KERNEL, 'evaluation', 'reduce'],
}
const foldersAt = (names, ups) => names.flatMap((name) => ups.flatMap((up) => [`${up}/${name}`, `${up}/${name}/**`]))
const floorsNotIn = (known) =>
  foldersAt(
    Object.keys(FLOORS).filter((name) => !known.includes(name)),
    ['..', '../..', '../../..'],
  )

/** The layers of the services, lowest first: each may import earlier ones. Files beside the folders may import all. */
const SERVICES = new URL('electron/services/', import.meta.url)
const LAYERS = [
  ...[['files'], ['threads'], ['capture'], ['sources'], ['bundle'], ['own', 'extraction'], ['view'], ['corpus'], ['evaluation']],
  ['figures', 'peers', 'reduce', 'self-check', 'snippets'],
  readdirSync(SERVICES).flatMap((name) => (name.endsWith('.ts') ? [name.slice(0, -3)] : [])),
]
const SERVICE = [forbid('Services use ports and import no host.', '**/renderer/**', '**/main/**', '**/server/**', '**/preload/**')]

const features = readdirSync(new URL('renderer/features', import.meta.url))

const ofReact = (rule) => `react/${rule}`
const off = (...rules) => Object.fromEntries(rules.map((rule) => [rule, 'off']))

/** A handler registered elsewhere would not check the sender. */
const IPC = 'Handlers are registered in contract-ipc.ts, which checks the sender.'

/** The type-aware recommendations of typescript-eslint without prefer-promise-reject-errors and require-await. */
const RECOMMENDED = [
  ...['no-array-constructor', 'no-unused-expressions', 'no-var', 'prefer-const', 'prefer-rest-params', 'prefer-spread'],
  ...[
    ...['await-thenable', 'ban-ts-comment', 'no-array-delete', 'no-base-to-string', 'no-duplicate-enum-values'],
    ...['no-duplicate-type-constituents', 'no-empty-object-type', 'no-explicit-any', 'no-extra-non-null-assertion', 'no-floating-promises'],
    ...['no-for-in-array', 'no-implied-eval', 'no-misused-new', 'no-namespace', 'no-non-null-asserted-optional-chain'],
    ...['no-redundant-type-constituents', 'no-require-imports', 'no-this-alias', 'no-unnecessary-type-assertion'],
    ...['no-unnecessary-type-constraint', 'no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call', 'no-unsafe-declaration-merging'],
    ...['no-unsafe-enum-comparison', 'no-unsafe-function-type', 'no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus'],
    ...['no-wrapper-object-types', 'only-throw-error', 'prefer-as-const', 'prefer-namespace-keyword', 'restrict-plus-operands'],
    ...['triple-slash-reference', 'unbound-method'],
  ].map((rule) => `typescript/${rule}`),
]

export default {
  ignorePatterns: [
    'out/**',
    'dist/**',
    'release/**',
    '.cache/**',
    'test-results/**',
    'playwright-report/**',
    'test/fixtures/**',
    'electron/samples/**',
    // Written by a test from the sources.
    'docs/own-extractor.d.ts',
  ],
  jsPlugins: ['./scripts/lint/stale-update.js'],
  plugins: ['eslint', 'typescript', 'import', 'react', 'oxc', 'unicorn'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    // Deliberate exceptions of style.
    ...off('unicorn/no-new-array', 'unicorn/no-useless-spread', 'no-control-regex', 'typescript/require-array-sort-compare'),
    // This rule assumes that a list always has a first element.
    ...off('typescript/no-useless-default-assignment'),
    // Rules for React's compiler, which is not used; they take seconds.
    ...off(...['error-boundaries', 'globals', 'immutability', 'incompatible-library', 'preserve-manual-memoization'].map(ofReact)),
    ...off(...['purity', 'refs', 'set-state-in-effect', 'set-state-in-render', 'static-components'].map(ofReact)),
    ...off(...['use-memo', 'void-use-memo'].map(ofReact)),
    'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
  },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...Object.fromEntries(RECOMMENDED.map((rule) => [rule, 'error'])),
        eqeqeq: 'error',
        'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
        'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      },
    },
    {
      files: ['shared/**/*.ts', 'electron/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
      // Type imports count, because most cycles start with them. test/unit/imports.test.ts finds cycles over import().
      rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
    },
    ...Object.entries(FLOORS).map(([name, below]) => ({
      files: [`shared/${name}/**/*.ts`],
      rules: edges([PURE, forbid(`shared/${name} stands on ${below.join(', ') || 'nothing'} only.`, ...floorsNotIn([name, ...below]))]),
    })),
    { files: ['electron/**/*.ts'], rules: edges([HOST]) },
    { files: ['electron/main/**/*.ts', 'electron/preload/**/*.ts'], rules: edges([HOST], []) },
    {
      files: ['electron/main/**/*.ts'],
      excludeFiles: ['electron/main/contract-ipc.ts'],
      rules: {
        'no-restricted-properties': ['error', { object: 'ipcMain', message: IPC }, { property: 'ipcMain', message: IPC }],
      },
    },
    { files: ['electron/services/**/*.ts'], rules: edges(SERVICE) },
    ...LAYERS.slice(0, -1).flatMap((layer, i) =>
      [
        ['*.ts', '..'],
        ['*/*.ts', '../..'],
      ].map(([files, up]) => ({
        files: layer.map((name) => `electron/services/${name}/${files}`),
        rules: edges([
          ...SERVICE,
          forbid('A layer of the services imports only lower layers.', ...foldersAt(LAYERS.slice(i + 1).flat(), [up])),
        ]),
      })),
    ),
    {
      files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
      rules: { ...edges([WINDOW]), 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error', 'stale/no-stale-update': 'error' },
    },
    ...features.map((feature) => ({
      files: [`renderer/features/${feature}/**`],
      rules: {
        ...edges(
          [
            WINDOW,
            forbid(
              'Features do not import each other; share through window/ or components/.',
              ...features.filter((other) => other !== feature).map((other) => `**/${other}/**`),
            ),
          ],
          [NO_ELECTRON, NO_OWN_LIST],
        ),
        // All controls of a kind have the same appearance and behaviour.
        'react/forbid-elements': [
          'error',
          {
            forbid: [
              { element: 'button', message: 'Button of components/button.' },
              { element: 'select', message: 'Select of components/fields.' },
            ],
          },
        ],
      },
    })),
  ],
}
