import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { arktypePrinter } from './print-term.js';

/** ArkType 2. */
export const arktypeLibrary: SchemaLibrary = {
  name: code`arktype`,
  title: code`ArkType`,
  prefix: 'arktype',
  peer: { name: code`arktype`, range: '^2.2.9' },
  natives: new Set(['closed members', 'optional items']),
  printer: arktypePrinter,
};

/** A type of ArkType for every named type. */
export const arktypeEmitter: Emitter<SchemasPlan> = libraryEmitter(arktypeLibrary);
