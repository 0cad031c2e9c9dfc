import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  createReporter,
  defineError,
  defineRecoverableError,
  defineWarning,
  hasErrors,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from '../../../generator/core/diagnostic.js';
import { rootOrigin } from '../../../generator/core/origin.js';
import { lowerRecoverable } from '../../../generator/pipeline/read.js';

const wrongKettle: DiagnosticType<{ default: { name: string; litres: number }; empty: void }> =
  defineError('wrong-kettle', {
    default: ({ name, litres }) => `the kettle "${name}" has ${litres} litres`,
    empty: () => 'the kettle is empty',
  });
const oldKettle: DiagnosticType<{ default: void }> = defineRecoverableError('old-kettle', {
  default: () => 'the kettle is old',
});
const hotKettle: DiagnosticType<{ default: void }> = defineWarning('hot-kettle', {
  default: () => 'the kettle is hot',
});

const origin = rootOrigin({
  uri: 'file:///kettles.yaml',
  path: 'kettles.yaml',
  locate: () => undefined,
  line: () => undefined,
});

describe('a reporter', () => {
  it('reports a sentence with the code and the severity of its type', () => {
    const reporter = createReporter();
    reporter.report(wrongKettle.default({ name: 'k', litres: 3 }), origin, { part: 'key' });
    reporter.report(wrongKettle.empty(), origin);
    reporter.report(hotKettle.default(), origin, { hint: 'wait' });
    const code = 'wrong-kettle';
    expect(reporter.diagnostics).toEqual([
      { code, severity: 'error', message: 'the kettle "k" has 3 litres', origin, part: 'key' },
      { code, severity: 'error', message: 'the kettle is empty', origin },
      {
        code: 'hot-kettle',
        severity: 'warning',
        message: 'the kettle is hot',
        origin,
        hint: 'wait',
      },
    ]);
  });

  it('masks passwords of URLs in sentences and hints', () => {
    const reporter = createReporter();
    const url = 'https://me:secret@acme.example/';
    const details = { hint: `not ${url}` };
    reporter.report(wrongKettle.default({ name: url, litres: 1 }), origin, details);
    expect(JSON.stringify(reporter.diagnostics.map(({ message, hint }) => [message, hint]))).toBe(
      JSON.stringify([
        ['the kettle "https://***@acme.example/" has 1 litres', 'not https://***@acme.example/'],
      ]),
    );
  });

  it('adds diagnostics of another reporter unchanged', () => {
    const [one, other] = [createReporter(), createReporter()];
    one.report(oldKettle.default(), origin);
    for (const diagnostic of one.diagnostics) other.add(diagnostic);
    expect(other.diagnostics).toEqual(one.diagnostics);
  });
});

describe('recoverable errors', () => {
  it('become warnings with --lenient, and no others do', () => {
    const reporter = createReporter();
    reporter.report(oldKettle.default(), origin);
    expect(hasErrors(lowerRecoverable(reporter.diagnostics))).toBe(false);
    reporter.report(wrongKettle.empty(), origin);
    expect(lowerRecoverable(reporter.diagnostics).map(({ severity }) => severity)).toEqual([
      'warning',
      'error',
    ]);
  });
});

describe('the type of a diagnostic', () => {
  it('lists its sentences and their parameters', () => {
    expectTypeOf(wrongKettle.default).parameter(0).toEqualTypeOf<{
      readonly name: string;
      readonly litres: number;
    }>();
    expectTypeOf(wrongKettle.empty).toBeCallableWith();
    expectTypeOf(wrongKettle).not.toHaveProperty('full');
  });

  it('is the only source of sentences', () => {
    expectTypeOf<Parameters<Reporter['report']>[0]>().toEqualTypeOf<Sentence>();
    expectTypeOf<string>().not.toExtend<Sentence>();
  });
});
