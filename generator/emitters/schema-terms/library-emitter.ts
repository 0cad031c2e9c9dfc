import { isFixOnly } from '../../plan/schemas/fix-schemas.js';
import { code } from '../../printer/code.js';
import { defineEmitter, emitterApiVersion, type Emitter } from '../emitter.js';
import { emitSchemas } from './emit-terms.js';
import type { SchemaLibrary } from './library.js';
import { planSchemas } from './plan-terms.js';
import type { SchemasPlan } from './plan.js';

/** Defines the emitter of a library: a schema for every named type, in a file of its own. */
export function libraryEmitter(library: SchemaLibrary): Emitter<SchemasPlan> {
  const { name, title, peer } = library;
  return defineEmitter({
    apiVersion: emitterApiVersion,
    name,
    isOptIn: true,
    requires: ['types', 'validators'],
    // Schemas use the check of each type for constraints that the library cannot express.
    needsEveryCheck: true,
    plan: ({ plan, names, reporter }) => {
      if (isFixOnly(plan)) return undefined;
      const planned = planSchemas(library, { ...plan, names, reporter });
      return planned.schemas.length === 0 ? undefined : planned;
    },
    emit: (part, { plan }) => [emitSchemas(library, part, plan)],
    packagePart: () => ({
      subpaths: [
        {
          name,
          contents: code`a ${title} schema for every named schema; requires \`${peer.name}\``,
        },
      ],
      peerPackages: [{ ...peer, isOptional: true }],
    }),
  });
}
