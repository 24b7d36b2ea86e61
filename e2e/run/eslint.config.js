import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

// The compiler's lib keeps the DOM out of the engine; these exist in workers too, and mean something else there.
const notInTheEngine = ['location', 'origin', 'name', 'self'];

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'e2e/.out/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // The compiler knows the names.
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-implied-eval': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        {
          'ts-ignore': true,
          'ts-nocheck': true,
          'ts-expect-error': 'allow-with-description',
          minimumDescriptionLength: 8,
        },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived', '$state', '$bindable'] }],
      'svelte/no-at-html-tags': 'error',
      // The policy refuses a style attribute in markup. What varies by data is a custom property set by a directive.
      'no-restricted-syntax': [
        'error',
        { selector: "SvelteAttribute[key.name='style']", message: 'Use a class, or style:--name={…}' },
        { selector: 'SvelteStyleDirective:not([key.name.name=/^--/])', message: 'Only style:--name={…}' },
      ],
      'svelte/block-lang': ['error', { script: 'ts' }],
      'svelte/button-has-type': 'error',
      // Most maps and sets are bookkeeping that nothing is derived from.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-target-blank': 'error',
    },
  },
  {
    files: ['src/**/*.ts', 'e2e/**/*.ts'],
    ignores: ['src/engine/base/dom-canary.ts'],
    languageOptions: {
      parserOptions: {
        project: ['src/tsconfig.json', 'e2e/tsconfig.json'],
        tsconfigRootDir: `${import.meta.dirname}/../..`,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/engine/**'],
    rules: { 'no-restricted-globals': ['error', ...notInTheEngine] },
  },
);
