import { beforeAll, describe, expect, test } from 'vitest';
import { manualTimers } from '../runtime/http-client-fixture.js';
import { sharedPath } from '../shared.js';
import { echoAcceptor } from './acceptance/acceptor.js';
import { patterns, readDefinition } from './acceptance/definition.js';
import { generatedAcceptor } from './acceptance/generated-acceptor.js';
import { play } from './acceptance/run.js';
import { definitionsOf, versions } from './acceptance/versions.js';

const isThere =
  sharedPath('suites', 'quickfix-versions') !== undefined &&
  sharedPath('suites', 'quickfix') !== undefined &&
  sharedPath('suites', 'fix-dictionaries') !== undefined;

// One acceptor of each version, as the package of the whole public dictionary has it, for one definition after the other.
describe.skipIf(!isThere).each(versions)(
  'acceptor generated from the dictionary of $name',
  (version) => {
    const definitions = definitionsOf(version);
    const echoed = ['NewOrderSingle', 'SecurityDefinition', 'Email'];
    let run: (name: string) => Promise<void>;
    beforeAll(async () => {
      const create = await generatedAcceptor({
        dictionary: version.dictionary,
        ...(version.transport !== undefined && { transport: version.transport }),
        rules: ['resetOnLogon: true', 'compIds: { server: ISLD }', ...(version.rules ?? [])],
      });
      const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
      const accept = echoAcceptor(create, echoed, timers);
      run = (name) => play(readDefinition(definitions.get(name) ?? ''), patterns, accept, timers);
    }, 300_000);
    test(`has all ${version.count} acceptance definitions of QuickFIX`, () =>
      expect(definitions.size).toBe(version.count));
    test.each([...definitions.keys()])('passes %s', (name) => run(name));
  },
);
