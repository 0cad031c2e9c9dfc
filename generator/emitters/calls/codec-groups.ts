import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { camelCase } from '../../plan/names/words.js';
import type { Name } from '../../printer/code.js';
import { list } from '../../printer/values.js';
import { constant } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { capabilitiesOf } from './capabilities.js';

/** Constants of a file for the capabilities of its operations, and the one of each operation. */
interface CodecGroups {
  readonly constants: readonly Declaration[];
  /** `undefined` for an operation without capabilities. */
  groupOf(operation: OperationPlan): Name | undefined;
}

/**
 * Groups the capabilities of the operations of a file. An operation then names its request and
 * response, such as `pathJson`, and not the functions of the runtime that encode them. A group has
 * exactly what its operations need, so that bundles contain nothing else.
 */
export function codecGroups(
  plan: Plan,
  scope: FileScope,
  operations: readonly OperationPlan[],
): CodecGroups {
  const sets = new Map<string, readonly Identifier[]>();
  const keys = new Map<OperationPlan, string>();
  for (const operation of operations) {
    if (operation.operation.binding.kind === 'json-rpc') continue;
    const capabilities = capabilitiesOf(plan, operation);
    if (capabilities.length === 0) continue;
    const key = capabilities.map(({ name }) => name).join(' ');
    sets.set(key, capabilities);
    keys.set(operation, key);
  }
  const groups = new Map<string, Name>();
  const constants: Declaration[] = [];
  const shortNames = [...sets.values()].map((capabilities) => groupName(capabilities, shortWords));
  for (const [key, capabilities] of sets) {
    const short = groupName(capabilities, shortWords);
    const isUnique = shortNames.filter((name) => name === short).length === 1;
    const name = scope.local(isUnique ? short : groupName(capabilities, allWords));
    const type = scope.name(runtimeNames.http.Codecs);
    const items = capabilities.map((capability) => scope.name(capability));
    groups.set(key, name);
    constants.push(constant(name, type, list(items)));
  }
  return { constants, groupOf: (operation) => groups.get(keys.get(operation) ?? '') };
}

type Words = Readonly<Partial<Record<string, readonly string[]>>>;

/** Words for the parts of requests and responses that distinguish most operations. */
const shortWords: Words = {
  simplePath: ['path'],
  styledPath: ['path'],
  simpleQuery: ['query'],
  styledQuery: ['query'],
  simpleHeaderParameters: ['headers'],
  headerParameters: ['headers'],
  cookieParameters: ['cookies'],
  jsonBody: ['body'],
  anyBody: ['body'],
  jsonAnswers: ['json'],
  anyAnswers: ['content'],
};

/** Words for everything, so that different groups have different names. */
const allWords: Words = {
  ...shortWords,
  styledPath: ['styled', 'path'],
  styledQuery: ['styled', 'query'],
  headerParameters: ['styled', 'headers'],
  anyBody: ['content', 'body'],
  locatedInput: ['input'],
  negotiatedAnswers: ['negotiated'],
  simpleAnswerHeaders: ['with', 'headers'],
  answerHeaders: ['with', 'styled', 'headers'],
  contentHeaders: ['with', 'content', 'headers'],
  errorWords: ['errors'],
  headerCredentials: ['key'],
  credentials: ['credentials'],
  ownServers: ['servers'],
};

function groupName(capabilities: readonly Identifier[], words: Words): string {
  const all = capabilities.flatMap(({ name }) => words[name] ?? []);
  // A content is called `json` in descriptors.
  if (all.length === 1 && all[0] === 'json') return 'plainJson';
  return all.length === 0 ? 'codecs' : camelCase(all);
}
