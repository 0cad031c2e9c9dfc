import type { Origin } from '../../core/origin.js';
import type { Content } from '../../model/api.js';
import type { ChangeRule } from '../change.js';
import type { Effect } from '../schemas/effect.js';
import type { Way } from '../schemas/meaning.js';
import { compatible, type OperationContext } from './operation-rule.js';

const added: ChangeRule = {
  id: 'media-type-added',
  when: 'A media type was added to a request body or a response.',
  advice:
    'It is compatible for callers: they go on to send the other types and to accept the other types. A server breaks that does not know the type of a request.',
};

const removed: ChangeRule = {
  id: 'media-type-removed',
  when: 'A media type was removed from a request body or a response.',
  advice: 'It breaks callers that send or expect the type, and servers that answer with it.',
};

const changed: ChangeRule = {
  id: 'media-type-changed',
  when: 'A media type became a range such as `application/*`, or a range became one type.',
  advice: 'A wider range breaks whoever receives the body, a narrower one breaks whoever sends it.',
};

/** Kinds of changes of bodies. */
export const contentRules: readonly ChangeRule[] = [added, removed, changed];

/** The contents of a body, and who sends it. */
export interface ContentUse {
  readonly use: string;
  readonly way: Way;
  readonly sender: 'requester' | 'answerer';
  readonly around: { readonly old: Origin; readonly next: Origin };
  readonly context: OperationContext;
  readonly effect?: Effect;
}

/** Compares the media types of a body and their schemas. */
export function compareContents(
  olds: readonly Content[],
  nexts: readonly Content[],
  of: ContentUse,
): void {
  const { around, context, sender } = of;
  const rest = new Set(nexts);
  for (const old of olds) {
    const next =
      nexts.find((each) => sameType(each, old)) ?? nexts.find((each) => covers(each, old));
    if (next === undefined) {
      const verdicts =
        sender === 'requester'
          ? { requester: 'breaking' as const, answerer: 'compatible' as const }
          : { requester: 'breaking' as const, answerer: 'breaking' as const };
      const message = `the media type "${old.mediaType}" was removed from the ${of.use}`;
      context.report(removed, message, verdicts, { old: old.origin, next: around.next });
      continue;
    }
    rest.delete(next);
    if (!sameType(old, next)) reportRange(old, next, 'wider', of);
    compareContent(old, next, of);
  }
  for (const next of rest) {
    const old = olds.find((each) => covers(each, next));
    if (old !== undefined) {
      reportRange(old, next, 'narrower', of);
      compareContent(old, next, of);
      continue;
    }
    const message = `the media type "${next.mediaType}" was added to the ${of.use}`;
    const verdicts =
      sender === 'requester'
        ? { requester: 'compatible' as const, answerer: 'breaking' as const }
        : compatible;
    context.report(added, message, verdicts, { old: around.old, next: next.origin });
  }
}

function reportRange(
  old: Content,
  next: Content,
  change: 'wider' | 'narrower',
  { sender, context, use }: ContentUse,
): void {
  const breaksSender = change === 'narrower';
  const isSender = (side: 'requester' | 'answerer'): boolean => side === sender;
  const verdict = (side: 'requester' | 'answerer'): 'breaking' | 'compatible' =>
    isSender(side) === breaksSender ? 'breaking' : 'compatible';
  context.report(
    changed,
    `the media type of the ${use} changed from "${old.mediaType}" to "${next.mediaType}"`,
    { requester: verdict('requester'), answerer: verdict('answerer') },
    { old: old.origin, next: next.origin },
  );
}

function compareContent(old: Content, next: Content, of: ContentUse): void {
  const { context, way, sender, use, effect } = of;
  const around = { old: old.origin, next: next.origin };
  const schemas = {
    way,
    isText: textCodecs.has(old.codec) && textCodecs.has(next.codec),
    sender,
    use,
    around,
    ...(effect && { effect }),
  };
  context.compareSchemas({ ...schemas, old: old.schema, next: next.schema });
  if (old.item !== undefined || next.item !== undefined)
    context.compareSchemas({ ...schemas, old: old.item, next: next.item });
}

/** Codecs in which numbers are texts. */
const textCodecs: ReadonlySet<string> = new Set(['form', 'multipart', 'text', 'xml', 'xml-text']);

function sameType(left: Content, right: Content): boolean {
  return normalised(left) === normalised(right);
}

/** True if a range such as `text/*` includes another type. */
function covers(range: Content, other: Content): boolean {
  const [pattern = ''] = normalised(range).split(';');
  const [type = ''] = normalised(other).split(';');
  if (pattern === type) return !normalised(range).includes(';');
  if (pattern === '*/*') return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

function normalised({ mediaType }: Content): string {
  const [type = '', ...parameters] = mediaType.toLowerCase().split(';');
  return [type.trim(), ...parameters.map((each) => each.trim()).sort()].join(';');
}
