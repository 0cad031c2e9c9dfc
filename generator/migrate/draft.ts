import type { Json } from '../model/schema.js';
import type { Setting } from './settings.js';

/** An action of an overlay. */
export type OverlayAction =
  | { readonly target: string; readonly update: Json }
  | { readonly target: string; readonly remove: true };

/** One package, as it is converted. */
export interface PackageDraft {
  /** Files and URLs. */
  documents: string[];
  out: string;
  package?: string;
  license?: string;
  /** Emitters; the default ones if absent. */
  emitters?: Set<string>;
  readonly options: {
    enums?: 'const' | 'enum';
    dates?: 'Date';
    int64?: 'bigint';
    importExtensions?: 'js' | 'ts' | 'none';
    paths?: true;
  };
  readonly select: Record<string, string[] | boolean>;
  readonly names: {
    readonly operations: Record<string, string>;
    readonly schemas: Record<string, string>;
  };
  readonly actions: OverlayAction[];
  /** The node that describes it. */
  readonly setting: Setting;
}

/** Creates a draft of which nothing is known. */
export function emptyDraft(setting: Setting): PackageDraft {
  return {
    documents: [],
    out: '',
    options: {},
    select: {},
    names: { operations: {}, schemas: {} },
    actions: [],
    setting,
  };
}

/** A path as in a config file of ours: without a leading `./`. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/u, '').replace(/\/+$/u, '');
}
