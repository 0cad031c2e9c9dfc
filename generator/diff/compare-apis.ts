import { tokensOf } from '../core/origin.js';
import type { Api } from '../model/api.js';
import type { Change } from './change.js';
import { createChangeCollector } from './collect-changes.js';
import { compareFix } from './fix/compare-fix.js';
import { compareMessages } from './messages/compare-messages.js';
import { compareOperations } from './compare-operations.js';
import { compareService } from './rules/service.js';
import { verdicts, worse } from './verdict.js';

/**
 * Compares two descriptions by what they mean. The changes are sorted: the worst first, then by subject. `isUnchanged` tells pointers at which
 * both documents are known to be equal.
 */
export function compareApis(
  old: Api,
  next: Api,
  isUnchanged?: (pointer: string) => boolean,
): readonly Change[] {
  const collector = createChangeCollector(old, next, isUnchanged);
  compareService(collector);
  compareOperations(collector);
  compareMessages(collector);
  compareFix(collector);
  const rank = ({ clients, servers }: Change): number =>
    verdicts.indexOf(clients) * verdicts.length + verdicts.indexOf(worse(clients, servers));
  return collector
    .changes()
    .toSorted((left, right) => rank(left) - rank(right) || compareText(left, right));
}

function compareText(left: Change, right: Change): number {
  const [a, b] = [left, right].map((each) =>
    [each.subject, each.rule.id, each.message, tokensOf(each.next).join('/')].join('\n'),
  );
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}
