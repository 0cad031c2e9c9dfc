import { code } from '../../printer/code.js';
import type { Emitter } from '../emitter.js';
import type { SchemaLibrary } from '../schema-terms/library.js';
import { libraryEmitter } from '../schema-terms/library-emitter.js';
import type { SchemasPlan } from '../schema-terms/plan.js';
import { zodMiniPrinter } from './print-term.js';

/** Zod Mini, the variant of Zod 4 with functions instead of methods, which bundles smaller. */
export const zodMiniLibrary: SchemaLibrary = {
  name: code`zod-mini`,
  title: code`Zod Mini`,
  prefix: 'zodMini',
  peer: { name: code`zod`, range: '^4.6.0' },
  natives: new Set(['exactly one', 'optional items', 'typed others']),
  printer: zodMiniPrinter,
};

/** A schema of Zod Mini for every named type. */
export const zodMiniEmitter: Emitter<SchemasPlan> = libraryEmitter(zodMiniLibrary);
