import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitMsw } from './emit-msw.js';
import { planMsw } from './plan-msw.js';
import type { MswPlan } from './plan.js';

/** Handlers of Mock Service Worker for every operation. */
export const mswEmitter: Emitter<MswPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'msw',
  isOptIn: true,
  requires: ['types', 'client', 'server', 'validators'],
  plan: ({ plan, names, reporter }) =>
    plan.api.speaks.includes('http') ? planMsw(plan, names, reporter) : undefined,
  emit: (part, { plan }) => emitMsw(part, plan),
  packagePart: () => ({
    subpaths: [{ name: 'msw', contents: code`handlers of MSW, for tests; requires \`msw\`` }],
    peerPackages: [{ name: 'msw', range: '^2.0.0 || ^3.0.0', isOptional: true }],
  }),
});
