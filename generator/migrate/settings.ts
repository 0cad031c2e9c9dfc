import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import { migrateComputed, migrateUnknown } from './migrate-diagnostics.js';

/** Stands for a value that only running a program would tell. */
export const computed: unique symbol = Symbol('computed');

/** Content of a config file, in which parts may be {@link computed}. */
export type Content =
  | string
  | number
  | bigint
  | boolean
  | null
  | typeof computed
  | readonly Content[]
  | { readonly [name: string]: Content };

/**
 * A node of another tool's config file. It remembers what a converter has read of it, so that everything else can be reported as having no
 * counterpart.
 */
export class Setting {
  readonly origin: Origin;
  readonly #value: Content;
  readonly #name: string;
  #isRead = false;
  readonly #children = new Map<string | number, Setting>();

  constructor(value: Content, origin: Origin, name = '') {
    this.#value = value;
    this.origin = origin;
    this.#name = name;
  }

  /** Members along a path of names, such as `output`, `path`. `undefined` if there is none. */
  get(...names: readonly string[]): Setting | undefined {
    const [first, ...rest] = names;
    if (first === undefined) return this;
    if (!isObject(this.#value) || !Object.hasOwn(this.#value, first)) return undefined;
    return this.#child(first, this.#value[first] ?? null).get(...rest);
  }

  /** Members of an object with their names; none for anything else. */
  members(): readonly (readonly [name: string, member: Setting])[] {
    if (!isObject(this.#value)) return [];
    return Object.entries(this.#value).map(([name, value]) => [name, this.#child(name, value)]);
  }

  /** Items of a list; none for anything else. */
  items(): readonly Setting[] {
    return isList(this.#value) ? this.#value.map((item, at) => this.#child(at, item)) : [];
  }

  /** The items of a list, or the node itself if it is none. */
  oneOrMore(): readonly Setting[] {
    return isList(this.#value) ? this.items() : [this];
  }

  /** The text, which is then read; `undefined` if it is none. */
  text(): string | undefined {
    if (typeof this.#value !== 'string') return undefined;
    this.#isRead = true;
    return this.#value;
  }

  /** The truth value, which is then read; `undefined` if it is none. */
  flag(): boolean | undefined {
    if (typeof this.#value !== 'boolean') return undefined;
    this.#isRead = true;
    return this.#value;
  }

  /** Marks the node with everything in it as read: it has a counterpart, or needs none. Returns its content. */
  read(): Content {
    this.#isRead = true;
    return this.#value;
  }

  /** Reports what nothing has read: each node that is not read in part, and the unread parts of the others. */
  reportUnread(reporter: Reporter): void {
    if (this.#isRead) return;
    const isMixed = this.#isTouched() || hasComputed(this.#value);
    const unread = isMixed && this.#value !== computed ? this.#allChildren() : undefined;
    if (unread !== undefined) {
      for (const child of unread) child.reportUnread(reporter);
      return;
    }
    if (this.#value === null || isEmpty(this.#value)) return;
    const details = { part: 'key' } as const;
    if (this.#value === computed)
      reporter.report(migrateComputed.default({ name: this.#name }), this.origin, {
        ...details,
        hint: 'nothing is executed: add what it stands for by hand',
      });
    else reporter.report(migrateUnknown.default({ name: this.#name }), this.origin, details);
  }

  #isTouched(): boolean {
    return [...this.#children.values()].some((child) => child.#isRead || child.#isTouched());
  }

  #allChildren(): readonly Setting[] {
    return isList(this.#value) ? this.items() : this.members().map(([, member]) => member);
  }

  #child(key: string | number, value: Content): Setting {
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const name = typeof key === 'number' ? `${this.#name}[${key}]` : `${this.#name}.${key}`;
    const child = new Setting(value, childOrigin(this.origin, key), name.replace(/^\./u, ''));
    this.#children.set(key, child);
    return child;
  }
}

function isList(value: Content): value is readonly Content[] {
  return Array.isArray(value);
}

export function isObject(value: Content): value is { readonly [name: string]: Content } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasComputed(value: Content): boolean {
  if (typeof value !== 'object' || value === null) return value === computed;
  return (isList(value) ? value : Object.values(value)).some(hasComputed);
}

function isEmpty(value: Content): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
