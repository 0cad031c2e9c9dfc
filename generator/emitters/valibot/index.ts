import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { valibotPrinter } from './print-term.js';

/** Valibot. */
export const valibotLibrary: SchemaLibrary = {
  name: code`valibot`,
  title: code`Valibot`,
  prefix: 'valibot',
  peer: { name: code`valibot`, range: '^1.5.0' },
  natives: new Set(['closed members', 'typed others']),
  printer: valibotPrinter,
};

/** A schema of Valibot for every named type. */
export const valibotEmitter: Emitter<SchemasPlan> = libraryEmitter(valibotLibrary);
