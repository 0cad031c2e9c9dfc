import type { JsonValue } from '../core/descriptor.js';

/** What the holes of a template stand for; `undefined` where there is nothing. */
export type TemplateValues = (hole: string) => JsonValue | undefined;

/** A template made ready; `undefined` where nothing is left of it. */
export interface Template {
  render(values: TemplateValues): JsonValue | undefined;
  /** Names of its holes. */
  readonly holes: ReadonlySet<string>;
}

/**
 * A template of {@link ControlDescriptor} made ready to be filled many times.
 *
 * @throws {TypeError} for a brace that stands alone
 */
export function compileTemplate(template: JsonValue): Template {
  const holes = new Set<string>();
  return { render: compile(template, holes), holes };
}

type Render = (values: TemplateValues) => JsonValue | undefined;

function compile(template: JsonValue, holes: Set<string>): Render {
  if (typeof template === 'string') return compileText(template, holes);
  if (template === null || typeof template !== 'object') return () => template;
  if (isList(template)) {
    const items = template.map((item) => compile(item, holes));
    return (values) => items.map((item) => item(values)).filter((item) => item !== undefined);
  }
  const members = Object.entries(template).map(
    ([name, member]) => [name, compile(member, holes)] as const,
  );
  return (values) => {
    const filled = members.flatMap(([name, member]) => {
      const value = member(values);
      return value === undefined ? [] : [[name, value] as const];
    });
    return filled.length === 0 && members.length > 0 ? undefined : Object.fromEntries(filled);
  };
}

function compileText(text: string, holes: Set<string>): Render {
  const whole = /^\{([^{}]+)\}$/.exec(text)?.[1];
  if (whole !== undefined) {
    holes.add(whole);
    return (values) => values(whole);
  }
  const pieces = [...text.matchAll(/(\{\{|\}\})|\{([^{}]+)\}|[{}]|[^{}]+/g)].map(
    ([piece, doubled, hole]) => {
      if (hole !== undefined) holes.add(hole);
      else if (doubled === undefined && (piece === '{' || piece === '}')) {
        throw new TypeError(`A brace stands alone in the template "${text}"`);
      }
      return { text: doubled === undefined ? piece : doubled.slice(1), hole };
    },
  );
  return (values) => {
    const texts = pieces.map((piece) =>
      piece.hole === undefined ? piece.text : textOf(values(piece.hole)),
    );
    return texts.includes(undefined) ? undefined : texts.join('');
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
