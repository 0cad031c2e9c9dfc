import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder with documents and suites that are not part of this repository. */
export const sharedRoot: string = resolve(process.env['TALLYSTICK_SHARED'] ?? '../shared');

/** A path in the shared folder; `undefined` in a clone that has none, where the test is to be skipped. */
export function sharedPath(...segments: readonly string[]): string | undefined {
  const path = resolve(sharedRoot, ...segments);
  return existsSync(path) ? path : undefined;
}
