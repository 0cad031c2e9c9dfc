import { describe, expect, test } from 'vitest';
import { generateTopic } from './suite/generated.js';
import { suiteServer } from './suite/handlers.js';
import { faults, malformedDocument, rightRequests } from './suite/malformed.js';
import type { WireCase } from './suite/case.js';
import { checkServer } from './suite/server.js';

describe('a malformed request is refused, its place named, and no handler is entered', async () => {
  const generated = await generateTopic(malformedDocument);
  const server = suiteServer(generated);
  const hold = (wire: WireCase): Promise<void> => checkServer(generated, server, wire);

  test.each(faults.bodies)('$name', hold);
  test.each(faults.parameters)('$name', hold);
  test.each(faults.json)('$name', hold);
  test.each(faults.types)('$name', hold);
  test.each(faults.accept)('$name', hold);
  test.each(rightRequests)('but not $name, which is right', hold);

  test('in several hundred ways', () => {
    expect(Object.values(faults).flat().length).toBeGreaterThan(900);
  });
});
