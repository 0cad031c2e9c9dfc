import { isFixOnly } from '../../plan/fix-only.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { planZod } from './plan-zod.js';
import type { ZodPlan } from './plan.js';
import { emitZod } from './zod.js';

/** A Zod schema for every named type. */
export const zodEmitter: Emitter<ZodPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'zod',
  isOptIn: true,
  requires: ['types', 'validators'],
  // Zod schemas use the check of each type for constraints that Zod cannot express.
  needsEveryCheck: true,
  plan: ({ plan, names, reporter }) => {
    if (isFixOnly(plan)) return undefined;
    const planned = planZod({ ...plan, names, reporter });
    return planned.schemas.length === 0 ? undefined : planned;
  },
  emit: (part, { plan }) => [emitZod(part, plan)],
  packagePart: ({ range }) => ({
    subpaths: [
      { name: 'zod', contents: code`a Zod schema for every named schema; requires \`zod\`` },
    ],
    peerPackages: [{ name: 'zod', range, isOptional: true }],
  }),
});
