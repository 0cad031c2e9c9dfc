import { apiKey, PlatformClient } from '@platform/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProcess } from '../built.js';
import { controlOf } from '../sandbox.js';
import { chromium, chromiumTitle, OpenPage } from './open-page.js';

describe.skipIf(chromium === undefined)(`page of the sandbox (${chromiumTitle})`, () => {
  let open: OpenPage;

  beforeAll(async () => {
    open = await OpenPage.open();
    await open.platform.evmAccounts.create({ name: 'treasury' });
  });
  afterAll(() => open?.close());

  test('page-1: a key is created with the keyboard; its secret is shown once and then gone', async () => {
    await open.openPanel('keys');
    await open.shows('sample');
    await open.page.tabTo('form input');
    await open.page.type('from the page');
    await open.page.press('Enter');
    await open.shows('it is shown only once');
    await open.capture('secret');
    const secret = /BEARER_KEY_SECRET='(.+)'/.exec(
      String(await open.page.evaluate('document.body.innerText')),
    )?.[1];
    const keys = await open.control.tenancy.listSecretApiKeys(open.projectId);
    const key = keys.find(({ label }) => label === 'from the page');
    const client = new PlatformClient({
      baseUrl: open.sandbox.url,
      credentials: { bearer: apiKey(key?.name ?? '', secret ?? '') },
    });
    expect(await client.policies.list.result()).toMatchObject({ kind: 'success' });
    await open.page.tabTo('.once button.main');
    await open.page.press('Enter');
    await open.page.until(`!document.body.innerText.includes('BEARER_KEY_SECRET')`);
    const remove = '[aria-label="Delete the key from the page"]';
    await open.page.until(`document.querySelector('${remove}') !== null`);
    await open.page.tabTo(remove);
    await open.page.press('Enter');
    await open.shows('Delete the key?');
    await open.page.press('Enter');
    await open.page.until(
      `[...document.querySelectorAll('h3')].every((each) => each.textContent !== 'from the page')`,
    );
    expect(await client.policies.list.result()).toMatchObject({ status: 401 });
  });

  test('page-1: the clock is frozen, stepped and run from every panel', async () => {
    const press = async (text: string): Promise<void> => {
      const found = `[...document.querySelectorAll('.clock button')].some((each) => each.textContent === '${text}')`;
      await open.page.until(found);
      await open.page.evaluate(
        `[...document.querySelectorAll('.clock button')].find((each) => each.textContent === '${text}').click()`,
      );
    };
    await press('Freeze');
    await open.shows('frozen');
    const before = Date.parse((await open.control.clock.get()).now);
    await press('+1 h');
    await open.page.until(
      `Date.parse(document.querySelector('.clock time').dateTime) >= ${before + 3_600_000}`,
    );
    await press('Run');
    await open.shows('running');
  });

  test('page-1: organisations and projects are created, and the new project is shown', async () => {
    await open.openPanel('projects');
    await open.control.tenancy.createOrganization({ name: 'Second' });
    await open.shows('New project of Second');
    await open.page.evaluate(`document.querySelectorAll('.card form input')[1].focus()`);
    await open.page.type('Another');
    await open.page.press('Enter');
    await open.page.until(
      `document.querySelector('.project select').selectedOptions[0].text.startsWith('Another')`,
    );
    await open.openPanel('accounts');
    await open.shows('None yet');
    await open.page.evaluate(
      `((select) => { select.selectedIndex = 0; select.dispatchEvent(new Event('change', { bubbles: true })); })(document.querySelector('.project select'))`,
    );
    await open.shows('treasury');
  });

  test('page-2: it keeps working after the sandbox is started again, with another token, too', async () => {
    await open.openPanel('projects');
    await open.sandbox.kill();
    await open.shows('No connection');
    await open.capture('lost');
    const { port } = new URL(open.sandbox.url);
    const words = ['--journal', 'memory', '--port', port];
    const token = 'another-token';
    open.sandbox = { ...(await startProcess(...words, '--token', token)), token };
    await open.page.until(
      `document.body?.innerText.includes('Live') && document.body.innerText.includes('Sample')`,
    );
    await controlOf(open.sandbox).tenancy.createOrganization({ name: 'After the restart' });
    await open.shows('After the restart');
  });
});
