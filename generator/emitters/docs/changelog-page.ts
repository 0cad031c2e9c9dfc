import { newestFirst, type Change } from '../../model/changelog.js';
import { changesOfOperation, deprecationSentences } from '../../typescript/operation-docs.js';
import { anchorId, heading } from './anchors.js';
import { markup, joinHtml, sectionsOf, text, type Html } from './html.js';
import { linkTo, type Page, type Reference } from './layout.js';

const path = 'changelog.html';

/** A page that a change affects, or something deprecated on a page. */
interface Affected {
  readonly target: string;
  readonly id?: string;
  readonly label: string;
  /** Sentences after the label. */
  readonly dates?: readonly string[];
}

/** The changes of the description, newest first, and everything that is deprecated. */
export function changelogPage(reference: Reference): Page {
  const { plan, markdown } = reference;
  const affected = pagesByChange(reference);
  const dates = new Map<string, Change[]>();
  for (const change of newestFirst(plan.api.changes))
    dates.set(change.date, [...(dates.get(change.date) ?? []), change]);
  const sections = [...dates].map(([date, changes]) => {
    const rows = changes.map((change) => {
      const pages = affected.get(change) ?? [];
      return markup`<li>${markdown.line(change.text)}${pages.length === 0 ? undefined : markup` (${joinHtml(pages.map(linkOf), markup`, `)})`}</li>`;
    });
    return markup`${heading(2, anchorId('date', date), markup`<time>${text(date)}</time>`, date)}<ul>${rows}</ul>`;
  });
  const deprecated = deprecatedIn(reference);
  return {
    path,
    title: 'Changes',
    content: sectionsOf([
      markup`<h1>Changes</h1>`,
      ...sections,
      deprecated.length === 0
        ? undefined
        : markup`${heading(2, 'deprecated', markup`Deprecated`, 'Deprecated')}<ul>${deprecated.map((each) => markup`<li>${linkOf(each)}${datesOf(each)}</li>`)}</ul>`,
    ]),
  };
}

function linkOf({ target, id, label }: Affected): Html {
  return markup`<a href="${linkTo({ path }, target, id)}">${text(label)}</a>`;
}

function datesOf({ dates = [] }: Affected): Html | undefined {
  return dates.length === 0 ? undefined : markup`: ${text(dates.join(' '))}`;
}

function pagesByChange({ plan, docs }: Reference): ReadonlyMap<Change, readonly Affected[]> {
  const pages = new Map<Change, Affected[]>();
  const add = (changes: readonly Change[], affected: Affected): void => {
    for (const change of changes) pages.set(change, [...(pages.get(change) ?? []), affected]);
  };
  if (plan.api.changes.length === 0) return pages;
  for (const { path: target, operation } of docs.operations)
    add(changesOfOperation(plan, operation.operation), { target, label: operation.function.name });
  for (const { path: target, id, name } of docs.schemas) {
    const schema = plan.api.schemas.get(id);
    if (schema === undefined) continue;
    add(plan.changesAt(schema.origin), { target, label: name });
    for (const [property, member] of schema.kind === 'keywords'
      ? (schema.keywords.properties ?? [])
      : []) {
      const described = plan.api.schemas.get(member);
      if (described !== undefined)
        add(plan.changesAt(described.origin), {
          target,
          id: anchorId('property', property),
          label: `${name}.${property}`,
        });
    }
  }
  for (const { path: target, message } of docs.messages)
    add(plan.changesAt(message.origin), { target, label: message.name });
  for (const { path: target, channel } of docs.channels)
    add(plan.changesAt(channel.origin), { target, label: channel.name });
  return pages;
}

function deprecatedIn({ plan, docs }: Reference): readonly Affected[] {
  const operations = docs.operations.flatMap(({ path: target, operation: planned }): Affected[] => {
    const { operation, function: called } = planned;
    if (operation.deprecated) {
      const dates = deprecationSentences(operation.deprecation);
      return [{ target, label: called.name, dates }];
    }
    return operation.parameters
      .filter(({ deprecated }) => deprecated)
      .map((each) => ({
        target,
        id: anchorId(each.in, each.name),
        label: `${called.name}: ${each.name}`,
      }));
  });
  const schemas = docs.schemas.flatMap(({ path: target, id, name }): Affected[] => {
    const schema = plan.api.schemas.get(id);
    if (schema?.kind !== 'keywords') return [];
    if (schema.annotations.deprecated === true) return [{ target, label: name }];
    return (schema.keywords.properties ?? []).flatMap(([property, member]) => {
      const described = plan.api.schemas.get(member);
      return described?.kind === 'keywords' && described.annotations.deprecated === true
        ? [{ target, id: anchorId('property', property), label: `${name}.${property}` }]
        : [];
    });
  });
  return [...operations, ...schemas];
}
