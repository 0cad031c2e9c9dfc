import { defineConfig } from 'vitest/config';
import { viteTemplates } from './scripts/template-plugin.js';

const conditions = ['@tallystick/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  plugins: [viteTemplates],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
