import { defineConfig } from 'vitest/config';
import { viteTemplates } from './scripts/template-plugin.js';
import { countingReporter } from './scripts/test-results.js';

const conditions = ['@tallystick/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  plugins: [viteTemplates],
  resolve: { conditions },
  // These reach Node too, which would take builds for bundlers if it were told so.
  ssr: { resolve: { conditions: ['@tallystick/source', 'node'] } },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', countingReporter],
    pool: 'threads',
    maxWorkers: 2,
    // How long a test takes is measured in bench/: here a loaded machine is no failure, only a test that never ends.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
