import { describe, expect, test } from 'vitest';
import { generateTopic } from './suite/generated.js';
import { suiteServer } from './suite/handlers.js';
import { faults, malformedDocument, rightRequests } from './suite/malformed.js';
import type { WireCase } from './suite/case.js';
import { checkServer } from './suite/server.js';

describe('malformed request is rejected with its location, before the handler', async () => {
  const generated = await generateTopic(malformedDocument);
  const server = suiteServer(generated);
  const hold = (wire: WireCase): Promise<void> => checkServer(generated, server, wire);

  test.each(faults.bodies)('$name', hold);
  test.each(faults.parameters)('$name', hold);
  test.each(faults.json)('$name', hold);
  test.each(faults.types)('$name', hold);
  test.each(faults.accept)('$name', hold);
  test.each(rightRequests)('unlike the valid $name', hold);

  test('in more than 900 cases', () => {
    expect(Object.values(faults).flat().length).toBeGreaterThan(900);
  });
});
