import { originKey, sourceOf, type Origin } from '../core/origin.js';
import { decodeFragment } from '../core/pointer.js';
import type { Api } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Change, ChangedNodes, ChangeRule, RoleVerdicts, Sides } from './change.js';
import { schemaSubject } from './subjects.js';
import {
  createSchemaComparer,
  relationOf,
  type NameOfSchema,
  type FoundDifference,
} from './schemas/compare-schemas.js';
import { direct, type Effect } from './schemas/effect.js';
import { isSame, judge, type Relation, type SchemaVerdicts } from './schemas/finding.js';
import type { Way } from './schemas/meaning.js';
import { roles, worse, worst, type Verdict } from './verdict.js';

/** Verdicts for the sides of an exchange. */
export interface SideVerdicts {
  readonly requester: Verdict;
  readonly answerer: Verdict;
}

/** A change as a rule reports it. */
export interface Report {
  readonly rule: ChangeRule;
  readonly message: string;
  readonly subject: string;
  readonly sides: Sides;
  readonly verdicts: SideVerdicts;
  readonly old: Origin;
  readonly next: Origin;
  readonly use?: string;
  readonly nodes?: ChangedNodes;
}

/** Schemas of values that one side sends to the other. */
export interface SchemaUse {
  readonly old: SchemaId | undefined;
  readonly next: SchemaId | undefined;
  readonly way: Way;
  /** True if scalars travel as text. */
  readonly isText?: boolean;
  readonly sender: keyof Sides;
  readonly sides: Sides;
  /** The part of the interface, such as `request of POST /pets`. */
  readonly use: string;
  /** Nodes that contain the schemas. */
  readonly around: { readonly old: Origin; readonly next: Origin };
  readonly nodes?: ChangedNodes;
  /** Absent if both directions matter. */
  readonly effect?: Effect;
}

/** Collects changes. What several operations share is one change with several uses. */
export interface ChangeCollector {
  readonly old: Api;
  readonly next: Api;
  report(report: Report): void;
  /** Compares schemas. False if they do not differ at all. */
  compareSchemas(use: SchemaUse): boolean;
  changes(): readonly Change[];
}

/** Creates an empty collection for two descriptions. */
export function createChangeCollector(
  old: Api,
  next: Api,
  isUnchanged?: (pointer: string) => boolean,
): ChangeCollector {
  const changes = new Map<string, Change>();
  const answers = new Map<string, boolean>();
  const [oldUri, nextUri] = [sourceOf(old.origin).uri, sourceOf(next.origin).uri];
  const comparer = createSchemaComparer(
    old.schemas,
    next.schemas,
    { old: namesOf(old), next: namesOf(next) },
    (left, right) => {
      if (isUnchanged === undefined) return false;
      if (!left.startsWith(oldUri) || !right.startsWith(nextUri)) return false;
      const pointer = left.slice(oldUri.length + 1);
      if (pointer !== right.slice(nextUri.length + 1)) return false;
      let answer = answers.get(pointer);
      if (answer === undefined)
        answers.set(pointer, (answer = isUnchanged(decodeFragment(pointer))));
      return answer;
    },
  );

  function add(key: string, change: Change): void {
    const before = changes.get(key);
    changes.set(key, before === undefined ? change : combined(before, change));
  }

  return {
    old,
    next,
    report({ rule, message, subject, sides, verdicts, old: from, next: to, use, nodes = {} }) {
      add(keyOf(rule, message, from, to), {
        rule,
        message,
        subject,
        ...ofSides(sides, verdicts),
        old: from,
        next: to,
        uses: use === undefined ? [] : [use],
        nodes,
      });
    },
    compareSchemas(each) {
      const { way, sides, sender, use, around, effect = direct } = each;
      const place = (origin: Origin): { id: SchemaId; origin: Origin } => ({
        id: originKey(origin) as SchemaId,
        origin,
      });
      const root = comparer.compare(listOf(each.old), listOf(each.next), {
        way,
        isText: each.isText === true,
        around: { old: place(around.old), next: place(around.next) },
      });
      let differs = false;
      for (const found of comparer.findings(root)) {
        differs = true;
        const { finding } = found;
        const relation = masked(relationOf(found), effect);
        // A part of an alternative may not matter in the only direction that is asked for.
        if (isSame(relation) && !isSame(finding.relation)) continue;
        const { rule, message, old: from, next: to } = finding;
        const { sender: ofSender, receiver } = judgeFound(found, relation, way);
        if (!matters(found.effect) && ofSender === 'compatible' && receiver === 'compatible')
          continue;
        const verdicts =
          sender === 'requester'
            ? { requester: ofSender, answerer: receiver }
            : { requester: receiver, answerer: ofSender };
        add(keyOf(rule, message, from.origin, to.origin), {
          rule,
          message,
          subject: schemaSubject(from, to) || use,
          ...ofSides(sides, verdicts),
          old: from.origin,
          next: to.origin,
          uses: [use],
          nodes: { ...each.nodes, oldSchema: from.id, nextSchema: to.id },
        });
      }
      return differs;
    },
    changes: () => [...changes.values()],
  };
}

/** True if a part must be the same in both directions. */
function matters({ needsOldInNew, needsNewInOld }: Effect): boolean {
  return needsOldInNew && needsNewInOld;
}

function masked(relation: Relation, { needsOldInNew, needsNewInOld }: Effect): Relation {
  return {
    oldInNew: needsOldInNew ? relation.oldInNew : 'yes',
    newInOld: needsNewInOld ? relation.newInOld : 'yes',
  };
}

/** Verdicts about a difference in a part, as far as the part matters. */
function judgeFound(
  { finding, effect }: FoundDifference,
  relation: Relation,
  way: Way,
): SchemaVerdicts {
  const { verdicts = {} } = finding;
  const [sender, receiver] = effect.isReversed
    ? [verdicts.receiver, verdicts.sender]
    : [verdicts.sender, verdicts.receiver];
  return judge(
    {
      rule: finding.rule,
      relation,
      verdicts: {
        ...(sender !== undefined && effect.needsOldInNew && { sender }),
        ...(receiver !== undefined && effect.needsNewInOld && { receiver }),
      },
    },
    way,
  );
}

function listOf(id: SchemaId | undefined): readonly SchemaId[] {
  return id === undefined ? [] : [id];
}

function keyOf(rule: ChangeRule, message: string, old: Origin, next: Origin): string {
  return `${rule.id} ${originKey(old)} ${originKey(next)} ${message}`;
}

function ofSides(
  { requester, answerer }: Sides,
  verdicts: SideVerdicts,
): Pick<Change, 'verdicts' | 'clients' | 'servers'> {
  const ofRequester = { [requester.role]: verdicts.requester };
  const isRequesterClient = requester.of === 'clients';
  return {
    verdicts: { ...ofRequester, [answerer.role]: verdicts.answerer },
    clients: isRequesterClient ? verdicts.requester : verdicts.answerer,
    servers: isRequesterClient ? verdicts.answerer : verdicts.requester,
  };
}

function combined(left: Change, right: Change): Change {
  const uses = right.uses.filter((use) => !left.uses.includes(use));
  return {
    ...left,
    verdicts: combinedVerdicts(left.verdicts, right.verdicts),
    clients: worse(left.clients, right.clients),
    servers: worse(left.servers, right.servers),
    uses: uses.length === 0 ? left.uses : [...left.uses, ...uses],
  };
}

function combinedVerdicts(left: RoleVerdicts, right: RoleVerdicts): RoleVerdicts {
  const entries = roles.flatMap((role) => {
    const verdict = worst([left[role], right[role]].filter((each) => each !== undefined));
    return verdict === undefined ? [] : [[role, verdict] as const];
  });
  return Object.fromEntries(entries);
}

/** Names of schemas that are components, or that refer to one. */
function namesOf({ components, schemas }: Api): NameOfSchema {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return (start) => {
    const seen = new Set<SchemaId>();
    for (let id: SchemaId | undefined = start; id !== undefined && !seen.has(id);) {
      seen.add(id);
      const name = names.get(id);
      if (name !== undefined) return name;
      const schema = schemas.get(id);
      id = schema?.kind === 'keywords' ? schema.keywords.$ref : undefined;
    }
    return undefined;
  };
}
