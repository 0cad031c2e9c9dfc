import type { Verdict } from '../pipeline/diff.js';
import type { FlagValues } from './option-flags.js';
import type { DiffForm, DiffSide } from './reports/diff.js';
import type { ReportOptions } from './report.js';

/** Options that select packages and the form of the report. */
export interface CommandOptions extends FlagValues, ReportOptions {
  readonly out?: string;
  readonly config?: string;
  readonly verify?: true;
  readonly acceptNames?: true;
}

/** Options of `generate`. */
export interface GenerateCommandOptions extends CommandOptions {
  readonly force?: true;
  readonly updateRefs?: true;
  readonly watch?: true;
  readonly workflow?: true;
}

/** Options of `fix decode` and `fix encode`. */
export interface FixCommandOptions extends FlagValues {
  readonly spec?: string;
  readonly transport?: string;
  readonly json?: true;
  readonly secrets?: true;
  readonly delimiter?: string;
  readonly force?: true;
}

/** Options of `import fix`. */
export interface ImportFixCommandOptions {
  readonly transport?: string;
  readonly messages?: string;
  readonly out?: string;
  readonly force?: true;
}

/** Options of `upgrade`. */
export interface UpgradeCommandOptions {
  readonly dryRun?: true;
}

/** Options of `lint`. */
export interface LintCommandOptions extends FlagValues, ReportOptions {
  readonly config?: string;
  readonly strict?: true;
}

/** Options of `init`. */
export interface InitCommandOptions {
  readonly document?: string;
  readonly out?: string;
  readonly package?: string;
  readonly yes?: true;
}

/** Options of `migrate`. */
export interface MigrateCommandOptions {
  readonly document?: string;
  readonly dryRun?: true;
}

/** Options of `inspect`. */
export interface InspectCommandOptions extends FlagValues {
  readonly model?: true;
  readonly plan?: true;
}

/** Options of `check`. */
export interface CheckCommandOptions extends CommandOptions {
  readonly release?: true;
  readonly from?: string;
}

/** Options of `release`. */
export interface ReleaseCommandOptions {
  readonly config?: string;
  readonly tag?: string;
  readonly from?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Options of `diff`. */
export interface DiffCommandOptions extends FlagValues {
  readonly format: DiffForm;
  readonly for: DiffSide;
  readonly failOn?: Verdict;
  readonly transport?: string;
  readonly quiet?: true;
}
