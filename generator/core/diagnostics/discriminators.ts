import { defineWarning } from '../diagnostic.js';
import type { DiagnosticType } from '../diagnostic.js';

/** A branch of a union that no value of the discriminator selects. `others` counts further branches. */
export const unnamedBranch: DiagnosticType<{
  default: { property: string; others: number };
  name: { property: string; name: string; others: number };
}> = defineWarning('unnamed-branch', {
  default: ({ property, others }) =>
    `no value of "${property}" selects this branch${orOthers(others)}`,
  name: ({ property, name, others }) =>
    `no value of "${property}" selects "${name}"${orOthers(others)}, because it cannot have that value`,
});

function orOthers(count: number): string {
  if (count === 0) return '';
  return ` or ${count} ${count === 1 ? 'other' : 'others'}`;
}
