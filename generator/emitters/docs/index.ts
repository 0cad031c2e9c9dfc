import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitDocs } from './emit-docs.js';
import { planDocs } from './plan-docs.js';
import type { DocsPlan } from './plan.js';

/** A reference of the package as static pages. */
export const docsEmitter: Emitter<DocsPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'docs',
  isOptIn: true,
  requires: ['types'],
  plan: ({ plan }) => planDocs(plan),
  emit: (part, { plan, pages }) => emitDocs(part, plan, pages),
});
