import type { Reporter } from '../core/diagnostic.js';
import type { Json } from '../model/schema.js';
import type { PackageDraft } from './draft.js';
import type { Setting } from './settings.js';

/** Another generator whose config files can be converted. */
export interface MigrationTool {
  /** Its name, as its users say it. */
  readonly name: string;
  /** Its config files in the order in which they are looked for: paths from the working directory. */
  readonly files: readonly string[];
  /** Converts a config file. Marks what it has read; the rest is reported as having no counterpart. */
  convert(config: Setting, context: MigrationContext): readonly PackageDraft[];
}

/** What a converter needs beside the config file. */
export interface MigrationContext {
  readonly reporter: Reporter;
  /** The description that the user has named, for files that do not name one. */
  readonly document: string | undefined;
  /** Names of the emitters that exist. */
  readonly emitters: ReadonlySet<string>;
  /** Content of a file: a description, or another config file. `undefined` if there is none, or it does not parse. */
  load(path: string): Json | undefined;
}
