import { isFixOnly } from '../../plan/schemas/fix-schemas.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitFakes } from './emit-fakes.js';
import { planFakes } from './plan-fakes.js';
import type { FakesPlan } from './plan.js';

/** A function that makes fakes, for every named type. */
export const fakesEmitter: Emitter<FakesPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'fakes',
  isOptIn: true,
  requires: ['types'],
  plan: ({ plan, names, reporter }) => {
    if (isFixOnly(plan)) return undefined;
    const planned = planFakes(plan, names, reporter);
    return planned.fakes.length === 0 ? undefined : planned;
  },
  emit: (part, { plan }) => [emitFakes(part, plan)],
  packagePart: () => ({
    subpaths: [{ name: 'fakes', contents: code`fakes of the named types, for tests` }],
  }),
});
