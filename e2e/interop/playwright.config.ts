import { join } from 'node:path';
import base from '../playwright.config.ts';

const out = join(import.meta.dirname, '../.out');

export default {
  ...base,
  testDir: import.meta.dirname,
  testMatch: '**/*.interop.ts',
  outputDir: join(out, 'interop-results'),
  reporter: [['list'], ['json', { outputFile: join(out, 'interop.json') }]],
};
