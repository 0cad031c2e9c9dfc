import { defineConfig } from 'vitest/config';
import { viteRuntime } from './scripts/runtime-plugin.js';
import { viteTemplates } from './scripts/template-plugin.js';
import { chooseSeed, countingReporter } from './scripts/test-results.js';

const conditions = ['@tallystick/source', 'node', 'import', 'module', 'default'];

// What random tests draw from (test/rounds.ts). Workers and the programs that they start take it from here.
chooseSeed();

export default defineConfig({
  plugins: [viteTemplates, viteRuntime],
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
    expect: { poll: { timeout: 60_000 } },
  },
});
