import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { effectPrinter } from './print-term.js';

/** Schemas of Effect 4. */
export const effectLibrary: SchemaLibrary = {
  name: code`effect`,
  title: code`Effect`,
  prefix: 'effect',
  peer: { name: code`effect`, range: '^4.1.0' },
  natives: new Set(['closed members', 'exactly one', 'optional items']),
  printer: effectPrinter,
};

/** A schema of Effect for every named type. */
export const effectEmitter: Emitter<SchemasPlan> = libraryEmitter(effectLibrary);
