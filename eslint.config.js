import js from '@eslint/js'
import ts from 'typescript-eslint'
import { literalText } from './tools/literal-text.js'

export default ts.config(
  {
    ignores: [
      'build',
      'node_modules',
      '.tap',
      'data',
      'client/api.ts',
      'test/clients/generated',
      'test/arch/planted',
      'templates',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Type parameters that appear once still name a shape for the caller (rows<Row>()).
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      'no-console': 'error',
    },
  },
  {
    files: ['test/**/*.ts', '**/*.test.ts', '**/test-*.ts', 'bench/**/*.ts'],
    rules: {
      // tap's test() returns a promise that tap itself waits for.
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Tests look into answers of any shape; a wrong guess fails the test.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // What a test takes apart is a plain record of functions, not an instance of a class.
      '@typescript-eslint/unbound-method': 'off',
      // An async test whose assertions are all synchronous ends by itself, one that is not needs end().
      '@typescript-eslint/require-await': 'off',
      'no-console': 'off',
    },
  },
  {
    files: ['plugins/explorer/web/**/*.ts', 'plugins/explorer/web/**/*.tsx', 'plugins/jobs/web/*.ts'],
    ignores: [
      'plugins/explorer/web/text/**',
      'plugins/jobs/web/text.ts',
      // Words of SQL, and styles of its editor.
      'plugins/explorer/web/views/sql/{complete,schema}.ts',
      'plugins/explorer/web/views/sql/{editor,functions}/**',
    ],
    plugins: { sextant: { rules: { 'literal-text': literalText } } },
    rules: { 'sextant/literal-text': 'error' },
  },
  {
    files: ['**/*.cjs', '**/*.js'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: 'readonly',
        module: 'readonly',
        console: 'readonly',
        __dirname: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
)
