import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { zodPrinter } from './print-term.js';

/** Zod 4. */
export const zodLibrary: SchemaLibrary = {
  name: code`zod`,
  title: code`Zod`,
  prefix: 'zod',
  peer: { name: code`zod`, range: '^4.6.0' },
  natives: new Set(['exactly one', 'optional items', 'typed others']),
  printer: zodPrinter,
};

/** A Zod schema for every named type. */
export const zodEmitter: Emitter<SchemasPlan> = libraryEmitter(zodLibrary);
