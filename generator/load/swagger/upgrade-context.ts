import type { Reporter } from '../../core/diagnostic.js';
import type { Origin } from '../../core/origin.js';
import type { JsonObject } from '../json-object.js';
import type { SourceMap } from '../source-map.js';

/** The state of upgrading one Swagger 2.0 document. */
export interface UpgradeContext {
  /** The original document. */
  readonly root: JsonObject;
  readonly sourceMap: SourceMap;
  readonly reporter: Reporter;
  /** The origin of a node of the original. */
  originOf(...tokens: readonly string[]): Origin;
  /** Rewrites a reference for the upgraded document. */
  reference(text: string): string;
  /** Media types of bodies if an operation does not specify them. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}
