import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { typeboxPrinter } from './print-term.js';

/** TypeBox 1, whose schemas are JSON Schemas. They are data, so those that refer to each other have definitions. */
export const typeboxLibrary: SchemaLibrary = {
  name: code`typebox`,
  title: code`TypeBox`,
  prefix: 'typebox',
  peer: { name: code`typebox`, range: '^1.4.3' },
  natives: new Set(['closed members', 'exactly one', 'optional items', 'typed others']),
  isEager: true,
  printer: typeboxPrinter,
};

/** A schema of TypeBox for every named type. */
export const typeboxEmitter: Emitter<SchemasPlan> = libraryEmitter(typeboxLibrary);
