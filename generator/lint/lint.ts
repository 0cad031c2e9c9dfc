import { createReporter } from '../core/diagnostic.js';
import type { Diagnostic } from '../core/diagnostic.js';
import type { Api } from '../model/api.js';
import type { LintOptions } from './rule.js';
import { rules, strictRules } from './rules/index.js';

/** Applies the rules to a description; `strict` adds the rules for published documents. */
export async function lint(api: Api, options: LintOptions = {}): Promise<readonly Diagnostic[]> {
  const reporter = createReporter();
  for (const rule of options.strict === true ? [...rules, ...strictRules] : rules)
    await rule.check(api, reporter, options);
  return reporter.diagnostics;
}
