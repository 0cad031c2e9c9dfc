import {
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type Event,
  type ScalarEvent,
} from 'js-yaml';
import type { Json } from '../model/schema.js';
import { DEEPEST_NESTING } from './source.js';

/** What a run of events stands for. */
export interface YamlContent {
  readonly value: Json;
  /** Numbers that are spelt in another way than JavaScript spells them: `1.0`, `0x10`, `1e3`. */
  readonly oddNumbers: ReadonlySet<number>;
  /** Offset of the first merge key, if there is one. */
  readonly merge?: number;
}

/** Nodes that a document may stand for once its aliases are written out. */
export const MOST_NODES = 2_000_000;

/**
 * The plain content of a YAML document, from a parser that is ten times as fast as the one that finds positions and says
 * what is wrong. `undefined` for whatever is not plainly right: the other one then has the word. Scalars mean what the core
 * schema of YAML 1.2 says (section 10.3.2).
 */
export function readPlainYaml(text: string): YamlContent | undefined {
  const events = eventsOf(text);
  return events === undefined ? undefined : contentOf(text, events);
}

/** The events of a text; `undefined` where the parser refuses it. */
export function eventsOf(text: string): readonly Event[] | undefined {
  try {
    return parseEvents(text, { maxDepth: DEEPEST_NESTING });
  } catch {
    return undefined;
  }
}

/** A value with the number of nodes it stands for, and the levels of them below it. */
interface Built {
  readonly value: Json;
  readonly size: number;
  readonly height: number;
}

/** Thrown where the slower parser has to look. */
class NotPlain extends Error {}

function contentOf(text: string, events: readonly Event[]): YamlContent | undefined {
  const oddNumbers = new Set<number>();
  const anchors = new Map<string, Built>();
  let at = 1;
  let nodes = 0;
  /** Levels that may still be below the deepest node of what is being built. */
  let left = DEEPEST_NESTING;
  let firstMerge: number | undefined;

  function build(depth: number): Json {
    const event = events[at];
    at += 1;
    nodes += 1;
    switch (event?.type) {
      case EVENT_ID.SCALAR: {
        left = Math.min(left, depth);
        return anchored(event, { value: scalar(event), size: 1, height: 0 });
      }
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const before = nodes;
        const around = left;
        left = depth - 1;
        const value = event.type === EVENT_ID.MAPPING ? mapping(depth) : sequence(depth);
        const built = { value, size: nodes - before + 1, height: depth - left };
        left = Math.min(left, around);
        return anchored(event, built);
      }
      case EVENT_ID.ALIAS: {
        const known = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
        // An alias within what it stands for is not known yet.
        if (known === undefined) throw new NotPlain();
        nodes += known.size - 1;
        if (nodes > MOST_NODES || known.height > depth) throw new NotPlain();
        left = Math.min(left, depth - known.height);
        return known.value;
      }
      default:
        throw new NotPlain();
    }
  }

  function anchored(
    {
      anchorStart,
      anchorEnd,
      tagStart,
    }: Pick<ScalarEvent, 'anchorStart' | 'anchorEnd' | 'tagStart'>,
    built: Built,
  ): Json {
    if (tagStart >= 0) throw new NotPlain();
    if (anchorStart >= 0) anchors.set(text.slice(anchorStart, anchorEnd), built);
    return built.value;
  }

  function mapping(depth: number): Json {
    if (depth === 0) throw new NotPlain();
    const value: { [name: string]: Json } = {};
    /** Names that stand here, once there are others that were taken over. */
    let own: Set<string> | undefined;
    while (events[at]?.type !== EVENT_ID.POP) {
      if (isMergeKey(text, events[at])) {
        own ??= new Set(Object.keys(value));
        merge(value, depth - 1);
        continue;
      }
      const name = key();
      if (own === undefined ? Object.hasOwn(value, name) : own.has(name)) throw new NotPlain();
      own?.add(name);
      setMember(value, name, build(depth - 1));
    }
    at += 1;
    return value;
  }

  /** What is merged counts as if it were written out, so that no chain of merges is longer than what aliases may stand for. */
  function merge(into: { [name: string]: Json }, depth: number): void {
    const event = events[at] as ScalarEvent;
    firstMerge ??= event.tagStart < 0 ? event.valueStart : event.tagStart;
    at += 1;
    nodes += 1;
    if (!takeOver(into, build(depth))) throw new NotPlain();
  }

  function sequence(depth: number): Json {
    if (depth === 0) throw new NotPlain();
    const items: Json[] = [];
    while (events[at]?.type !== EVENT_ID.POP) items.push(build(depth - 1));
    at += 1;
    return items;
  }

  /** Keys are names as they are spelt, as in JSON. */
  function key(): string {
    const event = events[at];
    at += 1;
    nodes += 1;
    if (event?.type !== EVENT_ID.SCALAR || event.tagStart >= 0 || event.anchorStart >= 0)
      throw new NotPlain();
    const name = textOf(event);
    if (event.style === SCALAR_STYLE.PLAIN && nulls.test(name)) throw new NotPlain();
    return name;
  }

  function scalar(event: ScalarEvent): Json {
    const content = textOf(event);
    return event.style === SCALAR_STYLE.PLAIN ? plain(content) : content;
  }

  function textOf(event: ScalarEvent): string {
    return event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
  }

  function plain(content: string): Json {
    const first = content.charCodeAt(0);
    if (!mayMean(first)) return content;
    if (nulls.test(content)) return null;
    if (booleans.test(content)) return first === smallT || first === bigT;
    const number = numberOf(content);
    if (number === undefined) return content;
    if (!Number.isFinite(number)) throw new NotPlain();
    if (String(number) !== content) oddNumbers.add(number);
    return number;
  }

  try {
    if (events[0]?.type !== EVENT_ID.DOCUMENT || events[0].directives.length > 0) return undefined;
    const value = build(DEEPEST_NESTING);
    // After the document's own end there is nothing else.
    if (at !== events.length - 1) return undefined;
    return { value, oddNumbers, ...(firstMerge !== undefined && { merge: firstMerge }) };
  } catch (error) {
    if (error instanceof NotPlain || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether an event is a merge key (YAML 1.1 language-independent type "merge"), with its tag, as Go writes it, or without. */
export function isMergeKey(text: string, event: Event | undefined): event is ScalarEvent {
  if (event?.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false;
  if (event.anchorStart >= 0 || getScalarValue(text, event) !== '<<') return false;
  return event.tagStart < 0 || text.slice(event.tagStart, event.tagEnd) === '!!merge';
}

/** Takes over the members of a mapping, or of several, of which earlier ones win; false where it is neither. What is there stays. */
export function takeOver(into: { [name: string]: Json }, from: Json): boolean {
  const sources: readonly Json[] = Array.isArray(from) ? from : [from];
  return sources.every((source) => {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) return false;
    for (const [name, member] of Object.entries(source))
      if (!Object.hasOwn(into, name)) setMember(into, name, member);
    return true;
  });
}

/** Sets a member, whatever it is called. */
export function setMember(into: { [name: string]: Json }, name: string, member: Json): void {
  if (name === '__proto__')
    Object.defineProperty(into, name, {
      value: member,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else into[name] = member;
}

const nulls = /^(?:~|[Nn]ull|NULL)?$/;
const booleans = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const smallT = 0x74;
const bigT = 0x54;

/** Whether text that begins so may be anything but text: nothing, `~`, a digit, a sign, a dot, or a word for a value. */
function mayMean(first: number): boolean {
  return (
    Number.isNaN(first) ||
    (first <= 0x39 && first >= 0x2b) ||
    '~nNtTfF'.includes(String.fromCharCode(first))
  );
}

/** The number that plain text is; infinite or none where JSON has no such number. */
function numberOf(content: string): number | undefined {
  if (/^[-+]?[0-9]+$/.test(content)) return Number.parseInt(content, 10);
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(content))
    return Number.parseFloat(content);
  if (/^0o[0-7]+$/.test(content)) return Number.parseInt(content.slice(2), 8);
  if (/^0x[0-9a-fA-F]+$/.test(content)) return Number.parseInt(content.slice(2), 16);
  return /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/.test(content) ? Number.NaN : undefined;
}
