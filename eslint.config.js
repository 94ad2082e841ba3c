import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { noCircle } from './scripts/no-circle.js'

/** Import edges (style: "Let the compiler prove purity"): who may know whom. */
const forbid = (message, ...group) => ({ group, message })
const NO_ELECTRON = { name: 'electron', message: 'Only electron/main and electron/preload know Electron.' }
const edges = (patterns, paths = [NO_ELECTRON]) => ({ 'no-restricted-imports': ['error', { patterns, paths }] })

const NO_OWN_LIST = {
  name: '@tanstack/react-virtual',
  message: 'Lists are drawn by components/list, which has their keys, their roles and their scrolling.',
}

const PURE = forbid(
  'shared/ is pure: it knows neither host nor window, and no library that brings a DOM.',
  ...['**/electron/**', '**/renderer/**', 'node:*', 'react', 'react-dom', 'linkedom', '@mozilla/readability', 'defuddle'],
)

/** The floors of shared/: each knows those below it that are named here, and no other. */
const KERNEL = ['base', 'page', 'extractors', 'metrics', 'gold']
const floors = [
  ['base', []],
  ['page', ['base']],
  ['extractors', ['base', 'page']],
  ['metrics', ['base', 'page']],
  ['gold', ['base', 'page', 'metrics']],
  ['reduce', ['base', 'page', 'extractors']],
  ['scene', ['base']],
  ['explain', [...KERNEL.slice(0, 4), 'scene']],
  ['evaluation', [...KERNEL, 'explain']],
  ['demo', [...KERNEL, 'explain', 'scene']],
  ['contract', [...KERNEL, 'evaluation', 'reduce']],
]
const floorsNotIn = (known) =>
  floors.flatMap(([name]) => (known.includes(name) ? [] : [`../${name}/**`, `../../${name}/**`, `../../../${name}/**`]))

export default tseslint.config(
  {
    ignores: [
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
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)) } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['shared/**/*.ts', 'electron/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
    plugins: { boilerscope: { rules: { 'no-circle': noCircle } } },
    rules: { 'boilerscope/no-circle': 'error' },
  },
  ...floors.map(([name, below]) => ({
    files: [`shared/${name}/**/*.ts`],
    rules: edges([PURE, forbid(`shared/${name} stands on ${below.join(', ') || 'nothing'} only.`, ...floorsNotIn([name, ...below]))]),
  })),
  {
    files: ['electron/**/*.ts'],
    rules: edges([forbid('The host does not know the window’s code.', '**/renderer/**')]),
  },
  {
    files: ['electron/main/**/*.ts', 'electron/preload/**/*.ts'],
    rules: {
      ...edges([forbid('The host does not know the window’s code.', '**/renderer/**')], []),
    },
  },
  {
    files: ['electron/main/**/*.ts'],
    ignores: ['electron/main/contract-ipc.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name="ipcMain"], MemberExpression > MemberExpression.object[property.name="ipcMain"]',
          message: 'Handlers are registered in contract-ipc.ts, which checks the sender.',
        },
      ],
    },
  },
  {
    files: ['electron/services/**/*.ts'],
    rules: edges([forbid('Services know ports, not hosts.', '**/renderer/**', '**/main/**', '**/server/**', '**/preload/**')]),
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...edges([forbid('The window reaches the machine only through the contract.', '**/electron/**', 'node:*')]),
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  ...readdirSync(new URL('renderer/features', import.meta.url)).map((feature, _, all) => ({
    files: [`renderer/features/${feature}/**`],
    rules: {
      ...edges(
        [
          forbid('The window reaches the machine only through the contract.', '**/electron/**', 'node:*'),
          forbid(
            'Features do not know each other; share through window/ or components/.',
            ...all.filter((other) => other !== feature).map((other) => `**/${other}/**`),
          ),
        ],
        [NO_ELECTRON, NO_OWN_LIST],
      ),
      // One look and one behaviour for each control.
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXOpeningElement[name.name="button"]', message: 'Button of components/button.' },
        { selector: 'JSXOpeningElement[name.name="select"]', message: 'Select of components/select.' },
      ],
    },
  })),
)
