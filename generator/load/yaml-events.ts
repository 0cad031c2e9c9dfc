import {
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type Event,
  type ScalarEvent,
} from 'js-yaml';
import type { Json } from '../model/schema.js';
import { MAX_NESTING_DEPTH } from './source.js';

/** The content that a sequence of events represents. */
export interface YamlContent {
  readonly value: Json;
  /** Numbers whose notation differs from that of JavaScript: `1.0`, `0x10`, `1e3`. */
  readonly irregularNumbers: ReadonlySet<number>;
  /** The notations of all numbers, in document order. */
  readonly notations: readonly string[];
  /** Offset of the first merge key, if any. */
  readonly merge?: number;
}

/** Maximum number of nodes after the expansion of aliases. */
export const MAX_NODES = 2_000_000;

/**
 * Reads a YAML document from parser events, ten times as fast as with the parser that provides positions and error messages. Returns
 * `undefined` for anything unusual, which that parser then reads. Scalars follow the core schema of YAML 1.2 (section 10.3.2).
 */
export function readPlainYaml(text: string): YamlContent | undefined {
  const events = eventsOf(text);
  return events === undefined ? undefined : contentOf(text, events);
}

/** The events of a text, or `undefined` if the parser rejects it. */
export function eventsOf(text: string): readonly Event[] | undefined {
  try {
    return parseEvents(text, { maxDepth: MAX_NESTING_DEPTH });
  } catch {
    return undefined;
  }
}

/** A value with its number of nodes and its depth, both after alias expansion. */
interface Built {
  readonly value: Json;
  readonly size: number;
  readonly height: number;
}

/** The tag and the anchor of a node (YAML 1.2.2, section 6.9). */
type NodeProperties = Pick<ScalarEvent, 'anchorStart' | 'anchorEnd' | 'tagStart'>;

/** Thrown to fall back to the slower parser. */
class NotPlain extends Error {}

function contentOf(text: string, events: readonly Event[]): YamlContent | undefined {
  const irregularNumbers = new Set<number>();
  const notations: string[] = [];
  const anchors = new Map<string, Built>();
  let next = 1;
  let nodes = 0;
  /** Remaining depth below the deepest node of the value that is being built. */
  let remainingDepth = MAX_NESTING_DEPTH;
  let firstMerge: number | undefined;

  function build(depth: number): Json {
    const event = events[next];
    next += 1;
    nodes += 1;
    switch (event?.type) {
      case EVENT_ID.SCALAR: {
        remainingDepth = Math.min(remainingDepth, depth);
        return anchored(event, { value: scalar(event), size: 1, height: 0 });
      }
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const firstNode = nodes;
        const outerDepth = remainingDepth;
        remainingDepth = depth - 1;
        const value = event.type === EVENT_ID.MAPPING ? mapping(depth) : sequence(depth);
        const built = { value, size: nodes - firstNode + 1, height: depth - remainingDepth };
        remainingDepth = Math.min(remainingDepth, outerDepth);
        return anchored(event, built);
      }
      case EVENT_ID.ALIAS: {
        const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
        // An alias inside its own anchor is not defined yet.
        if (target === undefined) throw new NotPlain();
        nodes += target.size - 1;
        if (nodes > MAX_NODES || target.height > depth) throw new NotPlain();
        remainingDepth = Math.min(remainingDepth, depth - target.height);
        return target.value;
      }
      default:
        throw new NotPlain();
    }
  }

  function anchored({ anchorStart, anchorEnd, tagStart }: NodeProperties, built: Built): Json {
    if (tagStart >= 0) throw new NotPlain();
    if (anchorStart >= 0) anchors.set(text.slice(anchorStart, anchorEnd), built);
    return built.value;
  }

  function mapping(depth: number): Json {
    if (depth === 0) throw new NotPlain();
    const value: { [name: string]: Json } = {};
    /** Explicit names of this mapping. Set once names have been merged in. */
    let explicitNames: Set<string> | undefined;
    while (events[next]?.type !== EVENT_ID.POP) {
      if (isMergeKey(text, events[next])) {
        explicitNames ??= new Set(Object.keys(value));
        merge(value, depth - 1);
        continue;
      }
      const name = key();
      if (explicitNames === undefined ? Object.hasOwn(value, name) : explicitNames.has(name))
        throw new NotPlain();
      explicitNames?.add(name);
      setMember(value, name, build(depth - 1));
    }
    next += 1;
    return value;
  }

  /** Merged members count as if they were written out, to limit chains of merges like aliases. */
  function merge(target: { [name: string]: Json }, depth: number): void {
    const event = events[next] as ScalarEvent;
    firstMerge ??= event.tagStart < 0 ? event.valueStart : event.tagStart;
    next += 1;
    nodes += 1;
    if (!mergeMembers(target, build(depth))) throw new NotPlain();
  }

  function sequence(depth: number): Json {
    if (depth === 0) throw new NotPlain();
    const items: Json[] = [];
    while (events[next]?.type !== EVENT_ID.POP) items.push(build(depth - 1));
    next += 1;
    return items;
  }

  /** Keys are strings as written, as in JSON. */
  function key(): string {
    const event = events[next];
    next += 1;
    nodes += 1;
    if (event?.type !== EVENT_ID.SCALAR || event.tagStart >= 0 || event.anchorStart >= 0)
      throw new NotPlain();
    const name = scalarText(text, event);
    if (event.style === SCALAR_STYLE.PLAIN && nulls.test(name)) throw new NotPlain();
    return name;
  }

  function scalar(event: ScalarEvent): Json {
    const content = scalarText(text, event);
    return event.style === SCALAR_STYLE.PLAIN
      ? plainScalar(content, irregularNumbers, notations)
      : content;
  }

  try {
    if (events[0]?.type !== EVENT_ID.DOCUMENT || events[0].directives.length > 0) return undefined;
    const value = build(MAX_NESTING_DEPTH);
    // Nothing may follow the end of the document.
    if (next !== events.length - 1) return undefined;
    return {
      value,
      irregularNumbers,
      notations,
      ...(firstMerge !== undefined && { merge: firstMerge }),
    };
  } catch (error) {
    if (error instanceof NotPlain || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True if an event is a merge key (YAML 1.1 language-independent type "merge"), either plain or with the tag that Go writes. */
export function isMergeKey(text: string, event: Event | undefined): event is ScalarEvent {
  if (event?.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false;
  if (event.anchorStart >= 0 || getScalarValue(text, event) !== '<<') return false;
  return event.tagStart < 0 || text.slice(event.tagStart, event.tagEnd) === '!!merge';
}

/**
 * Merges the members of a mapping, or of a list of mappings, of which earlier ones take precedence. Existing members are kept. Returns
 * false for any other value.
 */
export function mergeMembers(target: { [name: string]: Json }, merged: Json): boolean {
  const sources: readonly Json[] = Array.isArray(merged) ? merged : [merged];
  return sources.every((source) => {
    if (typeof source !== 'object' || source === null || Array.isArray(source)) return false;
    for (const [name, member] of Object.entries(source))
      if (!Object.hasOwn(target, name)) setMember(target, name, member);
    return true;
  });
}

/** Sets a member, including one named `__proto__`. */
export function setMember(target: { [name: string]: Json }, name: string, member: Json): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, {
      value: member,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else target[name] = member;
}

function scalarText(text: string, event: ScalarEvent): string {
  return event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
}

/** The value of an unquoted scalar. Adds a number to `notations`, and to `irregularNumbers` if JavaScript writes it differently. */
function plainScalar(content: string, irregularNumbers: Set<number>, notations: string[]): Json {
  const first = content.charCodeAt(0);
  if (!mayBeLiteral(first)) return content;
  if (nulls.test(content)) return null;
  if (booleans.test(content)) return first === lowerT || first === upperT;
  const number = numberOf(content);
  if (number === undefined) return content;
  if (!Number.isFinite(number)) throw new NotPlain();
  notations.push(content);
  if (String(number) !== content) irregularNumbers.add(number);
  return number;
}

const nulls = /^(?:~|[Nn]ull|NULL)?$/;
const booleans = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const lowerT = 0x74;
const upperT = 0x54;

/** True if plain text with this first character may be something other than a string: empty, `~`, a number, or a literal such as `true`. */
function mayBeLiteral(first: number): boolean {
  return (
    Number.isNaN(first) ||
    (first <= 0x39 && first >= 0x2b) ||
    '~nNtTfF'.includes(String.fromCharCode(first))
  );
}

/** The number that plain text represents. Not finite if JSON has no such number. */
function numberOf(content: string): number | undefined {
  if (/^[-+]?[0-9]+$/.test(content)) return Number.parseInt(content, 10);
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(content))
    return Number.parseFloat(content);
  if (/^0o[0-7]+$/.test(content)) return Number.parseInt(content.slice(2), 8);
  if (/^0x[0-9a-fA-F]+$/.test(content)) return Number.parseInt(content.slice(2), 16);
  return /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/.test(content) ? Number.NaN : undefined;
}
