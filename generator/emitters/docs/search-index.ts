import type { SchemaId } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { Reference } from './layout.js';
import { firstSentence } from './usage.js';

/** What the search finds: kind, title, path of the page, text beside the title, other words. */
type Entry = readonly [kind: string, title: string, path: string, beside: string, words: string];

/** Names of an operation or schema that the search knows. */
const mostNames = 20;
/** Characters of a summary that the search knows. */
const longestSummary = 80;

/** The script with the index of the search. It is loaded when the search is first used. */
export function searchIndex({ docs, plan, markdown }: Reference): string {
  const summary = (words: string | undefined): string =>
    firstSentence(markdown.plain(words ?? '')).slice(0, longestSummary);
  const entries: readonly Entry[] = [
    ...docs.operations.map(({ path, request, operation: planned }): Entry => {
      const { summary: words, parameters, tags } = planned.operation;
      const names = [...tags, ...parameters.map(({ name }) => name)];
      return [
        'operation',
        planned.function.name,
        path,
        `${request} ${summary(words?.text)}`.trim(),
        joined(names),
      ];
    }),
    ...docs.schemas.map(({ path, id, name }): Entry => {
      const schema = plan.api.schemas.get(id);
      const annotations = schema?.kind === 'keywords' ? schema.annotations : undefined;
      const words = summary(annotations?.description?.text ?? annotations?.title);
      return ['schema', name, path, words, joined(propertiesOf(plan, id))];
    }),
    ...docs.channels.map(({ path, channel }): Entry => {
      const { address, summary: words, title, description } = channel;
      return [
        'channel',
        channel.name,
        path,
        summary(words ?? title ?? description),
        address?.text ?? '',
      ];
    }),
    ...docs.messages.map(({ path, message }): Entry => {
      const { summary: words, title, description, payload } = message;
      const names = payload === undefined ? [] : propertiesOf(plan, payload);
      return ['message', message.name, path, summary(words ?? title ?? description), joined(names)];
    }),
  ];
  // Escapes what a page could not contain, so that the script is safe wherever it is copied.
  const data = JSON.stringify(entries).replace(
    /[<\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `globalThis.referenceIndex = ${data.replaceAll('],["', '],\n["')};\n`;
}

function joined(names: readonly string[]): string {
  return [...new Set(names)].slice(0, mostNames).join(' ');
}

function propertiesOf({ api }: Plan, id: SchemaId): readonly string[] {
  const schema = api.schemas.get(id);
  if (schema?.kind !== 'keywords') return [];
  const { $ref, properties } = schema.keywords;
  if (properties === undefined && $ref !== undefined && $ref !== id) {
    const target = api.schemas.get($ref);
    return target?.kind === 'keywords'
      ? (target.keywords.properties ?? []).map(([name]) => name)
      : [];
  }
  return (properties ?? []).map(([name]) => name);
}
