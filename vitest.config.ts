import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@tallystick/source', 'node', 'import', 'module', 'default'] },
  ssr: { resolve: { conditions: ['@tallystick/source', 'node', 'import', 'module', 'default'] } },
  test: { include: ['test/**/*.test.ts'], pool: 'threads', maxWorkers: 2, testTimeout: 30_000 },
});
