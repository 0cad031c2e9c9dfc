import { identifierName } from '../../plan/names/names.js';
import type { CheckPlan, Identifier, Plan } from '../../plan/plan.js';
import { lowerFirst } from '../../plan/names/words.js';
import type { CodecName } from '../../model/api.js';
import { containsBinary } from '../../model/analysis/binary-forms.js';
import type { SchemaId } from '../../model/schema.js';
import type { Use } from '../../model/shape/shape.js';
import { code, identifier, stringLiteral, type Code } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import { directionOf } from '../../checks/evaluation-context.js';
import { baseNames } from '../../checks/file/base-names.js';
import type { CheckReference, CheckRoot } from '../../checks/compile-checks.js';
import { list, pureCall } from '../../printer/values.js';

/**
 * Checks for the tables of a file. A check that the tables use more than once is a constant, such
 * as that of a shared parameter. Other checks are created in the table. Standard Schemas are not
 * used, because each has a different type, and TypeScript would compare lists of them member by
 * member.
 */
export interface TableChecks {
  of(use: Use): CheckOf;
  /** Roots of the checks. Available once the tables are complete. */
  roots(): readonly CheckRoot[];
  /** List of checks as a table contains it. */
  listed(
    checks: readonly (CheckPlan | undefined)[],
    references: ReadonlyMap<CheckRoot, CheckReference>,
  ): Code;
}

/**
 * Returns the check of a schema, or of a body with a codec. On servers, multipart forms contain
 * strings instead of bytes.
 */
export type CheckOf = (id: SchemaId | undefined, codec?: CodecName) => CheckPlan | undefined;

export function createTableChecks(plan: Plan, scope: FileScope, file: string): TableChecks {
  const counts = new Map<CheckPlan, number>();
  const roots = new Map<CheckPlan, CheckRoot>();
  /** Checks of forms, by the checks of their program form. */
  const forms = new Map<CheckPlan, CheckPlan>();
  /** Name suffixes of form checks. Needed if the other check is exported too. */
  const suffixes = new Map<CheckPlan, 'Form' | ''>();
  const formOf = (check: CheckPlan): CheckPlan => {
    if (!containsBinary(check.id, plan.api.schemas, plan.shapes.bytes)) return check;
    const { id, use, guard, functions } = check;
    const form = forms.get(check) ?? {
      id,
      use,
      guard,
      functions,
      type: undefined,
      exported: false,
    };
    forms.set(check, form);
    suffixes.set(form, check.exported ? 'Form' : '');
    return form;
  };
  const rootOf = (check: CheckPlan, count: number): CheckRoot => {
    const own = commonRoot(check);
    const suffix = suffixes.get(check);
    const root = {
      ...own,
      ...(suffix === undefined ? {} : { base: `${own.base}${suffix}`, hasStrings: true as const }),
      exported: false,
      file,
      functions: file,
    } as const;
    if (count === 1) return { ...root, isListed: true };
    return { ...root, constant: scope.local(`${lowerFirst(constantBase(root))}Check`) };
  };
  const runtime = (name: string, args: readonly Code[]): Code =>
    pureCall(scope.name(ofRuntime(name)), args);
  return {
    of: (use) => (id, codec) => {
      const own = id === undefined ? undefined : plan.checkOf(id, use);
      const check = own !== undefined && codec === 'multipart' ? formOf(own) : own;
      if (check !== undefined) counts.set(check, (counts.get(check) ?? 0) + 1);
      return check;
    },
    roots() {
      for (const [check, count] of counts) roots.set(check, rootOf(check, count));
      return [...roots.values()];
    },
    listed(checks, references) {
      const entries = checks.map((check): Entry => {
        if (check === undefined) return { text: code`undefined` };
        const root = roots.get(check);
        const reference = root && references.get(root);
        if (root?.constant !== undefined) return { text: root.constant };
        if (reference === undefined) throw new Error('a check that a table lists was compiled');
        return { reference };
      });
      const prefix = commonLocation(entries);
      const items = entries.map((entry, index): Code => {
        if ('text' in entry) return entry.text;
        const { function: matches, location, embedsLocation, isBounded } = entry.reference;
        const followsFromPrefix = prefix !== undefined && location === `${prefix}/${index}/schema`;
        if (followsFromPrefix && !isBounded) return matches;
        const locationArgument = embedsLocation ? [] : [stringLiteral(location)];
        const create = isBounded ? 'recursiveCheckOf' : 'checkOf';
        return runtime(create, [matches, ...locationArgument]);
      });
      if (prefix === undefined) return list(items);
      return runtime('checksAt', [list(items), stringLiteral(prefix)]);
    },
  };
}

/** An entry of a list: the name of a check, or its data. */
type Entry = { readonly text: Code } | { readonly reference: CheckReference };

/**
 * Location below which the checks of a list are written by index, such as the parameters of an
 * operation.
 */
function commonLocation(entries: readonly Entry[]): string | undefined {
  for (const [index, entry] of entries.entries()) {
    const suffix = `/${index}/schema`;
    if (
      !('text' in entry) &&
      !entry.reference.isBounded &&
      entry.reference.location.endsWith(suffix)
    )
      return entry.reference.location.slice(0, -suffix.length);
  }
  return undefined;
}

/** Schemas within components are named after their location. */
function constantBase({ id, base }: Pick<CheckRoot, 'id' | 'base'>): string {
  return id.includes('#/components/') ? (baseNames(id)[0] ?? base) : base;
}

function ofRuntime(name: string): Identifier {
  return { name: identifierName(name), from: '@tallystick/runtime/validate', typeOnly: false };
}

/** Common part of the roots of exported checks and of checks in tables. */
export function commonRoot({
  id,
  use,
  guard,
  type,
}: CheckPlan): Pick<CheckRoot, 'id' | 'direction' | 'guard' | 'name' | 'base'> {
  const base = guard.name.replace(/^is(?=[\p{Lu}\d_$])/u, '');
  return {
    id,
    direction: directionOf(use),
    guard: identifier(guard.name),
    name: type?.name ?? base,
    base,
  };
}
