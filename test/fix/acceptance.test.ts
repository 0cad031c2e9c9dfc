import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { manualTimers } from '../runtime/http-client-fixture.js';
import { sharedPath } from '../shared.js';
import { echoAcceptor } from './acceptance/acceptor.js';
import { readDefinition, readPatterns } from './acceptance/definition.js';
import { generatedAcceptor } from './acceptance/generated-acceptor.js';
import { play } from './acceptance/run.js';

const folder = sharedPath('suites', 'quickfix');
const dictionaries = sharedPath('suites', 'fix-dictionaries');
const files =
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.def'));
const isThere = folder !== undefined && dictionaries !== undefined;

// One acceptor, as the package of the public dictionary has it, for one definition after the other.
describe.skipIf(!isThere)(
  'a generated acceptor passes the acceptance definition of QuickFIX',
  () => {
    const echoed = ['NewOrderSingle', 'SecurityDefinition', 'Email'];
    let run: (name: string) => Promise<void>;
    beforeAll(async () => {
      const create = await generatedAcceptor({
        folder: dictionaries ?? '',
        dictionary: 'FIX42.xml',
        messages: [...echoed, 'ExecutionReport'],
        rules: ['resetOnLogon: true', 'compIds: { server: ISLD }'],
      });
      const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
      const accept = echoAcceptor(create, echoed, timers);
      const patterns = readPatterns(read('fields.fmt'));
      run = (name) => play(readDefinition(read(name)), patterns, accept, timers);
    }, 300_000);
    test('of which there are 58', () => expect(files).toHaveLength(58));
    test.each(files)('%s', (name) => run(name));
  },
);

function read(name: string): string {
  return folder === undefined ? '' : readFileSync(join(folder, name), 'latin1');
}
