import { expect, test } from 'vitest';
import { World } from './world.js';

test('engine-2 and control-3: a clock never stands still before the last entry', () => {
  const world = new World();
  world.ok('tenancy.create-organization', { name: 'Acme' });
  const last = world.entries.at(-1)?.at ?? Number.NaN;
  // The system's clock was set back.
  world.now -= 5_000;
  const setting = world.ok('clock.set', { mode: 'frozen', at: world.now });
  expect(setting).toEqual({ mode: 'frozen', at: world.entries.at(-1)?.at });
  expect(world.entries.at(-1)?.at).toBeGreaterThan(last);
});
