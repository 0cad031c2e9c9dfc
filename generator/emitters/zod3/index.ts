import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { zod3Printer } from './print-term.js';

/**
 * Zod 3, from `zod/v3`, which Zod 3.25 and all later versions contain. It precedes `zod` in the list
 * of emitters, whose narrower range the package has if both are selected.
 */
export const zod3Library: SchemaLibrary = {
  name: code`zod3`,
  title: code`Zod 3`,
  prefix: 'zod3',
  peer: { name: code`zod`, range: '^3.25.0 || ^4.0.0' },
  natives: new Set(['closed members', 'typed others']),
  printer: zod3Printer,
};

/** A schema of Zod 3 for every named type. */
export const zod3Emitter: Emitter<SchemasPlan> = libraryEmitter(zod3Library);
