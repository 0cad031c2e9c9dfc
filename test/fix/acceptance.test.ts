import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FixCodec, FixMessage } from '@tallystick/runtime/fix';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { echoAcceptor } from './acceptance/acceptor.js';
import { readDefinition, readPatterns } from './acceptance/definition.js';
import { generatedCodec } from './acceptance/generated-codec.js';
import { play } from './acceptance/run.js';
import { smallCodec } from './small-codec.js';

const folder = sharedPath('suites', 'quickfix');
const dictionaries = sharedPath('suites', 'fix-dictionaries');
const files =
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.def'));
const echoed = new Set(['NewOrderSingle', 'SecurityDefinition', 'Email']);

/** Plays one definition after the other against one acceptor. */
function player(codec: FixCodec<FixMessage>): (name: string) => void {
  const clock = { now: Date.UTC(2026, 10, 21, 12) };
  const rules = { echoed, clOrdIdOf };
  const { reception, application } = echoAcceptor(codec, 'TW42', rules, clock);
  const patterns = readPatterns(read('fields.fmt'));
  return (name) => play(readDefinition(read(name)), patterns, reception, application, clock);
}

describe.skipIf(folder === undefined)('the acceptance definitions of QuickFIX', () => {
  describe('with a codec written by hand', () => {
    const run = player(smallCodec());
    test.each(files)('%s', (name) => run(name));
  });

  describe.skipIf(dictionaries === undefined)('with the codec of the public dictionary', () => {
    let run: ReturnType<typeof player> | undefined;
    beforeAll(async () => {
      const messages = ['NewOrderSingle', 'SecurityDefinition', 'ExecutionReport', 'Email'];
      const dictionary = 'FIX42.xml';
      run = player(await generatedCodec({ folder: dictionaries ?? '', dictionary, messages }));
    }, 60_000);
    test.each(files)('%s', (name) => {
      expect(run).toBeDefined();
      run?.(name);
    });
  });
});

function clOrdIdOf(message: FixMessage): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(message, 'clOrdId')?.value;
  return typeof value === 'string' ? value : undefined;
}

function read(name: string): string {
  return folder === undefined ? '' : readFileSync(join(folder, name), 'latin1');
}
