import { memoryHost, type MemoryHost } from '../../generator/host/memory.js';
import { run, type Outcome } from './cli/console.js';

/** Responses of every operation. */
export const answer = { '200': { description: 'Fine.' } };

/** A folder with a description of these operations, and a server file. */
export function host(operations: readonly string[], file?: string): MemoryHost {
  const paths = Object.fromEntries(
    operations.map((id) => [
      `/${id}`,
      { get: { operationId: id, tags: ['Pets'], responses: answer } },
    ]),
  );
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths };
  return memoryHost(
    { 'pets.json': JSON.stringify(document), ...(file === undefined ? {} : { 'server.ts': file }) },
    '/work',
  );
}

/** Runs `tallystick scaffold server.ts`. */
export function scaffold(on: MemoryHost): Promise<Outcome> {
  return run(['scaffold', 'server.ts', 'pets.json', '--out', 'api'], on);
}

/** The server file as it is now. */
export function text(on: MemoryHost): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(on.read('/work/server.ts'));
}

/** Imports of a server file. */
export const imports = `import { notImplemented } from '@tallystick/runtime/http/server';
import { createApiServer, type ApiHandlers } from './api/server.js';
`;
/** The handler that is added for `two`. */
export const two = `  /** GET /two */
  two(_request, _respond) {
    throw notImplemented('two');
  },
`;
