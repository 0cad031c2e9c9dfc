import { identifier } from '../../printer/code.js';
import { reExportAs } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitLimits } from './limits.js';
import { planLimits } from './plan-limits.js';
import type { LimitsPlan } from './plan.js';
import { limitsReadme } from './readme.js';

/** Constants of limits (`x-limits`) and of rate limits (`x-rate-limit`). */
export const limitsEmitter: Emitter<LimitsPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'limits',
  plan: ({ plan, names }) => planLimits(plan.api, plan.baseName, names),
  emit: (part, { plan }) => [emitLimits(part, plan)],
  packagePart: (part, { plan, pages }) => ({
    index: [reExportAs(identifier(part.namespace), importPath(plan, part.file, 'index.ts'))],
    readme: limitsReadme(part, plan, pages),
  }),
});
