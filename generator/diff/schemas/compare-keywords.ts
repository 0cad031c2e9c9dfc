import { numberFormats } from '../../model/formats.js';
import type { Keywords } from '../../model/schema.js';
import type { Answer } from '../../schema/comparison.js';
import type { Keyword, KeywordName } from '../../schema/keyword.js';
import { keywords } from '../../schema/registry.js';
import { keywordRule } from '../rules/keywords.js';
import type { CasePair } from './compare-cases.js';
import type { SchemaContext } from './compare-schemas.js';
import { simpleKeywords, type Case } from './meaning.js';
import { casePlace } from './places.js';

/** Compares keywords with plain values, such as bounds: each says itself what implies it. */
export function compareKeywords(pair: CasePair, context: SchemaContext): void {
  const { old, next } = pair;
  for (const name of simpleKeywords.get(old.kind) ?? []) {
    const relation = {
      oldInNew: implied(name, next, old),
      newInOld: implied(name, old, next),
    };
    if (relation.oldInNew === 'yes' && relation.newInOld === 'yes') continue;
    context.report({
      rule: keywordRule(name),
      message: changeOf(textsOf(name, old), textsOf(name, next)),
      relation,
      old: casePlace(old, name) ?? pair.places.old,
      next: casePlace(next, name) ?? pair.places.next,
    });
  }
}

/** Whether values for which `given` holds satisfy a keyword of `demanding`. */
function implied(name: KeywordName, demanding: Case, given: Case): Answer {
  const keyword: Keyword<KeywordName> = keywords[name];
  let result: Answer = 'yes';
  for (const { value, schema } of demanding.of(name)) {
    if (!concerns(name, value, demanding)) continue;
    const one = keyword.impliedBy?.(value, given, schema) ?? 'unknown';
    if (one === 'no') return 'no';
    if (one === 'unknown') result = 'unknown';
  }
  return result;
}

/** Formats of numbers say nothing about texts, and others nothing about numbers. */
function concerns(name: KeywordName, value: unknown, { kind }: Case): boolean {
  return name !== 'format' || numberFormats.has(String(value)) === (kind === 'number');
}

/** Keywords of a case with their values, as the description writes them. */
function textsOf(name: keyof Keywords, of: Case): readonly string[] {
  return of.of(name).map(({ value }) => {
    const { demand }: Keyword<KeywordName> = keywords[name];
    if (demand !== undefined) return demand(value as never);
    const isNumeral = typeof value === 'object' && value !== null && 'text' in value;
    return `${name}: ${isNumeral ? String(value.text) : String(value)}`;
  });
}

/** A sentence about what a description said and says. */
export function changeOf(old: readonly string[], next: readonly string[]): string {
  const [before, after] = [old, next].map((texts) => `"${texts.join(', ')}"`);
  if (old.length === 0) return `${after} was added`;
  if (next.length === 0) return `${before} was removed`;
  return `${before} became ${after}`;
}
