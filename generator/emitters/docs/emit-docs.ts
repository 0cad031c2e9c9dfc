import icon from '../../../templates/docs/icon.hbs';
import script from '../../../templates/docs/script.hbs';
import style from '../../../templates/docs/style.hbs';
import type { Plan } from '../../plan/plan.js';
import type { SourceFile } from '../../printer/source-file.js';
import type { Pages } from '../../printer/template.js';
import { changelogPage } from './changelog-page.js';
import { indexPage, servicePage } from './index-page.js';
import { pageFile, type Reference } from './layout.js';
import { createMarkdown } from './markdown.js';
import { channelList, channelPage, messageList, messagePage } from './message-pages.js';
import { operationPage } from './operation-page.js';
import { docsFolder, type DocsPlan } from './plan.js';
import { schemaList, schemaPage } from './schema-page.js';
import { searchIndex } from './search-index.js';
import { mentionsOf } from './usage.js';

/** Emits the pages of the reference, and the files that they share. */
export async function* emitDocs(
  docs: DocsPlan,
  plan: Plan,
  pages: Pages,
): AsyncIterable<SourceFile> {
  const markdown = await createMarkdown();
  const schemaPages = new Map(docs.schemas.map((page) => [page.id, page]));
  const reference: Reference = { docs, plan, markdown, schemaPages };
  const asset = (name: string, text: string): SourceFile => ({
    kind: 'text',
    path: `${docsFolder}assets/${name}`,
    text,
  });
  yield asset('docs.css', pages.render('docs/style', style, {}));
  yield asset('docs.js', pages.render('docs/script', script, {}));
  yield asset('icon.svg', pages.render('docs/icon', icon, {}));
  yield asset('search-index.js', searchIndex(reference));
  yield pageFile(reference, indexPage(reference));
  for (const service of docs.services) {
    if (service.path !== 'index.html') yield pageFile(reference, servicePage(reference, service));
    for (const operation of service.operations)
      yield pageFile(reference, operationPage(reference, operation, service));
  }
  if (docs.schemas.length > 0) {
    const mentions = mentionsOf(reference);
    yield pageFile(reference, schemaList(reference));
    for (const schema of docs.schemas)
      yield pageFile(reference, schemaPage(reference, schema, mentions.get(schema.id) ?? []));
  }
  if (docs.channels.length > 0) yield pageFile(reference, channelList(reference));
  for (const channel of docs.channels) yield pageFile(reference, channelPage(reference, channel));
  if (docs.messages.length > 0) yield pageFile(reference, messageList(reference));
  for (const message of docs.messages) yield pageFile(reference, messagePage(reference, message));
  if (docs.hasChanges) yield pageFile(reference, changelogPage(reference));
}
