import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import type { Answer } from '../../schema/comparison.js';
import type { SchemaContext } from '../schemas/compare-schemas.js';
import type { SchemaRule } from '../schemas/finding.js';
import { keywordPlace, type Places } from '../schemas/places.js';

/** The property that selects an alternative. */
export const discriminatorRule: SchemaRule = {
  id: 'discriminator',
  when: 'The discriminator of a union was added, removed, names another property, or maps values to other schemas.',
  advice:
    'Generated checks choose the alternative by it, and other programs ignore it, so the verdict is `undecided`. Keep the property and the values of existing alternatives.',
};

/** Compares discriminators: the property, and the schemas of the values that both know. */
export function compareDiscriminators(
  olds: readonly KeywordSchema[],
  nexts: readonly KeywordSchema[],
  places: Places,
  context: SchemaContext,
): void {
  const old = olds.find(({ keywords }) => keywords.discriminator !== undefined);
  const next = nexts.find(({ keywords }) => keywords.discriminator !== undefined);
  const [before, after] = [old?.keywords.discriminator, next?.keywords.discriminator];
  const report = (message: string, oldInNew: Answer, newInOld: Answer): void =>
    context.report({
      rule: discriminatorRule,
      message,
      relation: { oldInNew, newInOld },
      old: old === undefined ? places.old : keywordPlace(old, 'discriminator'),
      next: next === undefined ? places.next : keywordPlace(next, 'discriminator'),
    });
  if (before === undefined && after === undefined) return;
  if (before === undefined)
    return report(`the discriminator "${after?.propertyName}" was added`, 'unknown', 'yes');
  if (after === undefined)
    return report(`the discriminator "${before.propertyName}" was removed`, 'yes', 'unknown');
  if (before.propertyName !== after.propertyName)
    return report(
      `the discriminator changed from "${before.propertyName}" to "${after.propertyName}"`,
      'unknown',
      'unknown',
    );
  const name = (side: 'old' | 'next', id: SchemaId): string => context.nameOf(side, id) ?? '';
  const targets = {
    old: new Set(before.mapping.map(([, id]) => name('old', id))),
    next: new Set(after.mapping.map(([, id]) => name('next', id))),
  };
  const current = new Map(after.mapping.map(([value, id]) => [value, name('next', id)]));
  const former = new Map(before.mapping.map(([value, id]) => [value, name('old', id)]));
  for (const [value, target] of former) {
    const now = current.get(value);
    if (now === target) continue;
    if (now !== undefined)
      report(`the value "${value}" selects "${now}" instead of "${target}"`, 'unknown', 'unknown');
    // An alternative that was removed is reported as such.
    else if (targets.next.has(target))
      report(`the value "${value}" no longer selects "${target}"`, 'unknown', 'yes');
  }
  for (const [value, target] of current)
    if (!former.has(value) && targets.old.has(target))
      report(`the value "${value}" selects "${target}" now`, 'yes', 'unknown');
}
