import type { Plan } from '../../../plan/plan.js';
import { clientKey } from '../../client/plan.js';
import { serverKey } from '../../server/plan.js';
import { heading } from '../anchors.js';
import { codeBlock, markup, text, type Html } from '../html.js';
import type { OperationPagePlan } from '../plan.js';
import { clientSample } from './client-sample.js';
import { curlSample } from './curl-sample.js';
import { fetchSample } from './fetch-sample.js';
import { serverSample } from './server-sample.js';
import { wireRequest } from './wire-request.js';

/** Code samples of an operation. Webhooks and callbacks have none. */
export function samplesSection(
  plan: Plan,
  { operation, service }: OperationPagePlan,
): Html | undefined {
  if (service === undefined) return undefined;
  const request = wireRequest(plan, operation);
  const samples: readonly (readonly [title: string, kind: string, code: string | undefined])[] = [
    ['Client', 'client', plan.partOf(clientKey) && clientSample(plan, operation)],
    ['fetch', 'fetch', request && fetchSample(request)],
    ['curl', 'curl', request && curlSample(request)],
    ['Server', 'server', plan.partOf(serverKey) && serverSample(plan, operation)],
  ];
  const blocks = samples.flatMap(([title, kind, code], index) =>
    code === undefined
      ? []
      : [
          markup`<details${index === 0 ? markup` open` : undefined}><summary>${text(title)}</summary><div class="sample" data-sample="${text(kind)}">${codeBlock(code)}</div></details>`,
        ],
  );
  if (blocks.length === 0) return undefined;
  const note = request?.notes.map((each) => markup`<p>${text(each)}</p>`) ?? [];
  return markup`${heading(2, 'samples', markup`Code samples`, 'Code samples')}${note}${blocks}`;
}
