import { execFileSync } from 'node:child_process';
import { test } from 'vitest';

// With `skipLibCheck`, as the declarations of some of these libraries need it.
test('the adapters accept the clients of the libraries, and refuse brokers that lack an ability', () => {
  const compiler = 'node_modules/typescript-7/bin/tsc';
  execFileSync(process.execPath, [compiler, '-p', 'test/brokers/types'], { stdio: 'inherit' });
});
