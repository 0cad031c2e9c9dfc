import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { echoAcceptor } from './acceptance/acceptor.js';
import { readDefinition, readPatterns } from './acceptance/definition.js';
import { play } from './acceptance/run.js';
import { smallCodec } from './small-codec.js';

const folder = sharedPath('suites', 'quickfix');
const files =
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.def'));

describe.skipIf(folder === undefined)('the acceptance definitions of QuickFIX', () => {
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const codec = smallCodec();
  const rules = {
    echoed: new Set(['NewOrderSingle', 'SecurityDefinition', 'Email']),
    clOrdIdOf: (message: { readonly fields: readonly (readonly [number, string])[] }) =>
      message.fields.find(([tag]) => tag === 11)?.[1],
  };
  const { reception, application } = echoAcceptor(codec, 'TW42', rules, clock);
  const patterns = readPatterns(read('fields.fmt'));

  test.each(files)('%s', (name) => {
    play(readDefinition(read(name)), patterns, reception, application, clock);
  });
});

function read(name: string): string {
  return folder === undefined ? '' : readFileSync(join(folder, name), 'latin1');
}
