import type { DiagnosticTypeData, Reporter } from '../core/diagnostic.js';
import type { Api } from '../model/api.js';
import type { PatternCostCache } from '../patterns/pattern-cost.js';

/** One property that a description should have. */
export interface Rule {
  /** Every diagnostic that the rule reports. */
  readonly diagnostics: readonly DiagnosticTypeData[];
  /** Examines the whole model and reports each violation. */
  check(api: Api, reporter: Reporter, options: LintOptions): void | Promise<void>;
}

/** Options of linting. */
export interface LintOptions {
  /** True if the strict rules apply too. */
  readonly strict?: boolean;
  /** Additional formats that are known. */
  readonly formats?: readonly string[];
  /** Treatment of patterns that may be slow. Default: `warn`. */
  readonly slowPatterns?: SlowPatterns;
  /** Cached costs of patterns from earlier runs. */
  readonly memory?: PatternCostCache;
}

/** Treatment of patterns that may be slow: a warning, an error, or compilation to a linear-time matcher. */
export type SlowPatterns = 'warn' | 'error' | 'linear';
