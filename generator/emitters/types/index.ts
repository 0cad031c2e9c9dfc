import { isFixOnly } from '../../plan/schemas/fix-schemas.js';
import { code } from '../../printer/code.js';
import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitTypes } from './types.js';

/** The named types. */
export const typesEmitter: Emitter<object> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'types',
  plan: ({ plan }) => (isFixOnly(plan) ? undefined : {}),
  emit: (_part, { plan }) => emitTypes(plan),
  packagePart: (_part, { plan }) => {
    const areTypes = plan.types.every(({ values }) => values === undefined);
    return {
      subpaths: [
        {
          name: 'types',
          contents: areTypes ? code`types` : code`types, and constants with the values of enums`,
        },
      ],
      index: [reExport(importPath(plan, plan.typesFile, 'index.ts'), [], areTypes)],
    };
  },
});
