import { identifierName } from '../../plan/names.js';
import type { CheckPlan, Identifier, Plan } from '../../plan/plan.js';
import { lowerFirst } from '../../plan/words.js';
import type { CodecName } from '../../model/api.js';
import { leadsToBytes } from '../../model/byte-forms.js';
import type { SchemaId } from '../../model/schema.js';
import type { Use } from '../../model/shape.js';
import { code, stringLiteral, type Code } from '../code.js';
import type { FileScope } from '../source-file.js';
import { baseNames } from './base-names.js';
import type { CheckReference, CheckRoot } from './compile-checks.js';
import type { LiteralTree } from './literal-tree.js';
import { planned } from './planned-root.js';

/**
 * What the tables of a file name: a constant for a check that they name more than once, such as that of a parameter which
 * operations share. Any other check is made where it is listed. None is the Standard Schema of a named schema, which has a
 * type of its own: TypeScript would compare the lists of them member by member.
 */
export interface TableChecks {
  of(use: Use): CheckOf;
  /** The checks, once the tables are known. */
  roots(): readonly CheckRoot[];
  /** A list of checks as a table says it. */
  listed(
    checks: readonly (CheckPlan | undefined)[],
    references: ReadonlyMap<CheckRoot, CheckReference>,
  ): LiteralTree;
}

/** The check of a schema, and of a body in a codec: a server shows a form with parts with text in place of bytes. */
export type CheckOf = (id: SchemaId | undefined, codec?: CodecName) => CheckPlan | undefined;

export function createTableChecks(plan: Plan, scope: FileScope, file: string): TableChecks {
  const counts = new Map<CheckPlan, number>();
  const roots = new Map<CheckPlan, CheckRoot>();
  /** Checks of forms, by those of what a program holds. */
  const forms = new Map<CheckPlan, CheckPlan>();
  /** What tells the functions of these from those of the others, which are there if they are exported. */
  const suffixes = new Map<CheckPlan, 'Form' | ''>();
  const formOf = (check: CheckPlan): CheckPlan => {
    if (!leadsToBytes(check.id, plan.api.schemas, plan.shapes.bytes)) return check;
    const { id, use, guard, report, functions } = check;
    const form = forms.get(check) ?? {
      id,
      use,
      guard,
      report,
      functions,
      type: undefined,
      exported: false,
    };
    forms.set(check, form);
    suffixes.set(form, check.exported ? 'Form' : '');
    return form;
  };
  const rootOf = (check: CheckPlan, count: number): CheckRoot => {
    const own = planned(check);
    const suffix = suffixes.get(check);
    const root = {
      ...own,
      ...(suffix === undefined ? {} : { base: `${own.base}${suffix}`, standIns: true as const }),
      exported: false,
      file,
      functions: file,
    } as const;
    if (count === 1) return { ...root, listed: true };
    return { ...root, constant: scope.local(`${lowerFirst(constantBase(root))}Check`) };
  };
  const runtime = (name: string): Code => code`/* @__PURE__ */ ${scope.name(ofRuntime(name))}`;
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
      const prefix = commonPlace(entries);
      const items = entries.map((entry, index): LiteralTree => {
        if ('text' in entry) return entry.text;
        const { function: fits, place, placed, bounded } = entry.reference;
        const isBelow = prefix !== undefined && place === `${prefix}/${index}/schema`;
        if (isBelow && !bounded) return fits;
        const said = placed ? [] : [stringLiteral(place)];
        return { call: runtime(bounded ? 'deepCheckOf' : 'checkOf'), arguments: [fits, ...said] };
      });
      if (prefix === undefined) return { items };
      return { call: runtime('checksAt'), arguments: [{ items }, stringLiteral(prefix)] };
    },
  };
}

/** One of the checks of a list: what names it, or what there is to know where nothing does. */
type Entry = { readonly text: Code } | { readonly reference: CheckReference };

/** The place below which checks of a list are written under their own indexes, as the parameters of an operation are. */
function commonPlace(entries: readonly Entry[]): string | undefined {
  for (const [index, entry] of entries.entries()) {
    const end = `/${index}/schema`;
    if (!('text' in entry) && !entry.reference.bounded && entry.reference.place.endsWith(end))
      return entry.reference.place.slice(0, -end.length);
  }
  return undefined;
}

/** What stands among the components of a description has a name there. */
function constantBase({ id, base }: Pick<CheckRoot, 'id' | 'base'>): string {
  return id.includes('#/components/') ? (baseNames(id)[0] ?? base) : base;
}

function ofRuntime(name: string): Identifier {
  return { name: identifierName(name), from: '@tallystick/runtime/validate', typeOnly: false };
}
