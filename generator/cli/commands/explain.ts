import { ruleGroups } from '../../diff/rules/index.js';
import type { ChangeRule } from '../../diff/change.js';
import { suggest } from '../../core/suggestion.js';
import { UsageError, type Console, type ExitCode } from '../console.js';

/** Runs `tallystick explain`, which prints the page about a diagnostic, or about a rule of `diff`. */
export function runExplain(code: string, console: Console): ExitCode {
  // As it is printed: [unresolved-reference].
  const name = code.replace(/^\[(.*)\]$/u, '$1');
  const rules = ruleGroups.flatMap((group) => group.rules);
  const rule = rules.find(({ id }) => id === name);
  const text = console.pages?.textOf(name) ?? (rule && rulePage(rule));
  if (text === undefined) {
    const codes = [...(console.pages?.codes() ?? []), ...rules.map(({ id }) => id)];
    const similar = suggest(name, codes);
    throw new UsageError(
      `no diagnostic has the code "${name}"${similar === undefined ? '' : `; did you mean "${similar}"?`}`,
    );
  }
  console.out(text);
  return 0;
}

function rulePage({ id, when, advice }: ChangeRule): string {
  return `# ${id}\n\nA change that "tallystick diff" reports. ${when}\n\n${advice}\n`;
}
