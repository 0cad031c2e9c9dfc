import { choice } from '../../options/value-types.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type Emitter, type EmitterOption } from '../emitter.js';
import { emitTests } from './emit-tests.js';
import { planTests } from './plan-tests.js';
import type { Runner, TestsPlan } from './plan.js';

/** Contract tests of the examples of a description, for vitest or the test runner of Node. */
export const testsEmitter: Emitter<TestsPlan, { readonly runner: EmitterOption<Runner> }> =
  defineEmitter({
    apiVersion: emitterApiVersion,
    name: 'tests',
    isOptIn: true,
    requires: ['types', 'client', 'validators', 'states'],
    options: {
      runner: {
        summary: 'Program that runs the tests: `vitest` or `node:test`. Default: `vitest`.',
        type: choice('vitest', 'node:test'),
      },
    },
    plan: ({ plan, names, reporter, options: { runner = 'vitest' } }) =>
      plan.api.speaks.includes('http') ? planTests({ plan, names, reporter, runner }) : undefined,
    emit: (part, { plan }) => emitTests(part, plan),
    packagePart: ({ runner }) => ({
      subpaths: [
        {
          name: 'contract-tests',
          contents:
            runner === 'vitest'
              ? code`contract tests of the examples; requires \`vitest\``
              : code`contract tests of the examples, for \`node:test\``,
        },
      ],
      ...(runner === 'vitest' && {
        peerPackages: [{ name: 'vitest', range: '^3.0.0 || ^4.0.0', isOptional: true }],
      }),
    }),
  });
