import type { JsonValue } from '../core/descriptor.js';
import { writeJson } from '../core/write-json.js';

/** JSON, in which integers may be `bigint`. */
export type TemplateValue =
  | Exclude<JsonValue, object>
  | bigint
  | readonly TemplateValue[]
  | TemplateMembers;

/** An object of such values. */
export interface TemplateMembers {
  readonly [name: string]: TemplateValue;
}

/** Values of a template's placeholders; `undefined` for a missing value. */
export type TemplateValues = (placeholder: string) => TemplateValue | undefined;

/** A compiled template. Rendering returns `undefined` if everything was omitted. */
export interface Template {
  render(values: TemplateValues): TemplateValue | undefined;
  /** Names of its placeholders. */
  readonly placeholders: ReadonlySet<string>;
}

/**
 * Compiles a template of {@link ControlDescriptor}.
 *
 * @throws {TypeError} for an unmatched brace.
 */
export function compileTemplate(template: JsonValue): Template {
  const placeholders = new Set<string>();
  return { render: compile(template, placeholders), placeholders };
}

type Render = (values: TemplateValues) => TemplateValue | undefined;

function compile(template: JsonValue, placeholders: Set<string>): Render {
  if (typeof template === 'string') return compileText(template, placeholders);
  if (template === null || typeof template !== 'object') return () => template;
  if (isList(template)) {
    const items = template.map((item) => compile(item, placeholders));
    return (values) => items.map((item) => item(values)).filter((item) => item !== undefined);
  }
  const members = Object.entries(template).map(
    ([name, member]) => [name, compile(member, placeholders)] as const,
  );
  return (values) => {
    const filled = members.flatMap(([name, member]) => {
      const value = member(values);
      return value === undefined ? [] : [[name, value] as const];
    });
    return filled.length === 0 && members.length > 0 ? undefined : Object.fromEntries(filled);
  };
}

function compileText(text: string, placeholders: Set<string>): Render {
  const placeholder = /^\{([^{}]+)\}$/.exec(text)?.[1];
  if (placeholder !== undefined) {
    placeholders.add(placeholder);
    return (values) => values(placeholder);
  }
  const pieces = [...text.matchAll(/(\{\{|\}\})|\{([^{}]+)\}|[{}]|[^{}]+/g)].map(
    ([piece, doubled, placeholder]) => {
      if (placeholder !== undefined) placeholders.add(placeholder);
      else if (doubled === undefined && (piece === '{' || piece === '}')) {
        throw new TypeError(`Unmatched brace in the template "${text}"`);
      }
      return { text: doubled === undefined ? piece : doubled.slice(1), hole: placeholder };
    },
  );
  return (values) => {
    const texts = pieces.map((piece) =>
      piece.hole === undefined ? piece.text : textOf(values(piece.hole)),
    );
    return texts.includes(undefined) ? undefined : texts.join('');
  };
}

function textOf(value: TemplateValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return writeJson(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
