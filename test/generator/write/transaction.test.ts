import { describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { isInterrupted, recover } from '../../../generator/write/transaction.js';
import { faultyHost, Killed } from './faulty-host.js';
import { write } from './output.js';

const before = {
  'package.json': 'one',
  'src/kept.ts': 'kept',
  'src/old.ts': 'old',
  'src/gone/file.ts': 'gone',
  turned: 'a file',
};
const after = {
  'package.json': 'two',
  'src/kept.ts': 'kept',
  'src/new.ts': 'new',
  'turned/into.ts': 'a folder',
  'deep/er/new.ts': 'new',
};

function written(...runs: readonly { readonly [path: string]: string }[]): MemoryHost {
  const host = memoryHost({ 'spec/api.yaml': 'openapi: 3.1.0', 'out/notes.txt': 'mine' }, '/work');
  for (const files of runs) write(host, files);
  return host;
}

const oldState = written(before).files();
const newState = written(before, after).files();

/** Number of steps of the second run. */
const steps = (() => {
  const host = faultyHost(written(before), { step: Number.POSITIVE_INFINITY, when: 'before' });
  write(host, after);
  return host.steps();
})();

describe('run that is killed', () => {
  const faults = Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) =>
    (['before', 'middle', 'after'] as const).map((when) => ({ step, when })),
  );

  test.each(faults)('$when step $step is recovered by the next run', (fault) => {
    const host = written(before);
    expect(() => write(faultyHost(host, fault), after)).toThrow(Killed);

    expect(recover(host, '/work/out', false)).toEqual([]);
    expect([oldState, newState]).toContainEqual(host.files());
    expect(isInterrupted(host, '/work/out')).toBe(false);

    write(host, after);
    expect(host.files()).toEqual(newState);
    expect(host.list('/work')).toEqual(['out', 'spec']);
    expect(host.list('/work/out/src')).toEqual(['kept.ts', 'new.ts']);
  });

  test.each(faults)(
    '$when step $step of its recovery is recovered by the run after it',
    (fault) => {
      const host = written(before);
      // The step after which the journal lies there and nothing has been carried out yet.
      const committed = 2 + Object.keys(after).length + 2;
      expect(() => write(faultyHost(host, { step: committed, when: 'after' }), after)).toThrow(
        Killed,
      );
      try {
        recover(faultyHost(host, fault), '/work/out', false);
      } catch (error) {
        expect(error).toBeInstanceOf(Killed);
      }
      expect(recover(host, '/work/out', false)).toEqual([]);
      expect(host.files()).toEqual(newState);
      expect(host.list('/work')).toEqual(['out', 'spec']);
    },
  );

  test('is completed after some steps and rolled back after others', () => {
    const outcomes = faults.map((fault) => {
      const host = written(before);
      expect(() => write(faultyHost(host, fault), after)).toThrow(Killed);
      recover(host, '/work/out', false);
      return host.files().get('/work/out/package.json');
    });
    expect(new Set(outcomes)).toEqual(new Set(['one', 'two']));
  });
});

describe('file that is edited before an interrupted run is completed', () => {
  function interrupted(): MemoryHost {
    const host = written(before);
    const committed = 2 + Object.keys(after).length + 2;
    expect(() => write(faultyHost(host, { step: committed, when: 'after' }), after)).toThrow(
      Killed,
    );
    host.write('/work/out/package.json', new TextEncoder().encode('by hand'));
    return host;
  }

  test('is reported and kept', () => {
    const host = interrupted();
    expect(recover(host, '/work/out', false)).toEqual(['package.json']);
    expect(host.files().get('/work/out/package.json')).toBe('by hand');
    expect(host.files().get('/work/out/src/old.ts')).toBe('old');
  });

  test('is overwritten with --force', () => {
    const host = interrupted();
    expect(recover(host, '/work/out', true)).toEqual([]);
    expect(host.files()).toEqual(newState);
  });
});

test('ignores a journal with a path outside the folder', () => {
  const host = memoryHost(
    {
      '/work/.tallystick/out/journal.json': JSON.stringify({
        writes: [],
        removes: [{ path: '../../etc/passwd', before: '' }],
      }),
      '/etc/passwd': 'root',
    },
    '/work',
  );
  recover(host, '/work/out', true);
  expect([...host.files().keys()]).toEqual(['/etc/passwd']);
});
