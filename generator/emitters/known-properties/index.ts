import { exportedIdentifier } from '../../plan/chosen-names.js';
import { lowerFirst } from '../../plan/words.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitKnownProperties } from './known-properties.js';
import type { KnownPropertiesPlan } from './plan.js';
import { findKnownProperties } from './properties.js';

const file = 'known-properties.ts';

/** Table of the declared properties of request bodies, with which a server reports others to its log. */
export const knownPropertiesEmitter: Emitter<KnownPropertiesPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'known-properties',
  isOptIn: true,
  requires: ['server'],
  plan: ({ plan, names }) => {
    if (findKnownProperties(plan) === undefined) return undefined;
    const base = lowerFirst(plan.baseName);
    const chosen = names.choose([
      { key: 'table', candidates: [`${base}KnownProperties`, `${base}ApiKnownProperties`] },
    ]);
    return { table: exportedIdentifier(chosen, 'table', file, 'value') };
  },
  emit: (part, { plan }) => [emitKnownProperties(part, plan)],
});
