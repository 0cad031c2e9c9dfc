import { isFixOnly } from '../../plan/schemas/fix-schemas.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, readmeOf, type Emitter } from '../emitter.js';
import { planValidators, validatorsNames, type ValidatorsPlan } from './plan.js';
import { validatorsReadme } from './readme.js';
import { emitValidators } from './validators.js';

/** Checks of every named schema, and tables with the checks of operations. */
export const validatorsEmitter: Emitter<ValidatorsPlan> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'validators',
  requires: ['types'],
  packageNames: ({ baseName }) => validatorsNames(baseName),
  plan: ({ plan }) => (isFixOnly(plan) ? undefined : planValidators(plan)),
  emit: (_part, { plan }) => emitValidators(plan),
  packagePart: (_part, { plan, pages }) => ({
    subpaths: [
      {
        name: 'validators',
        extension: plan.package.checkExtension,
        contents: plan.api.speaks.includes('http')
          ? code`type guards and checks of the named schemas, and of requests and responses`
          : code`type guards and checks of the named schemas`,
      },
    ],
    ...readmeOf(validatorsReadme(plan, pages)),
  }),
});
