import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../receiver.js';
import { destination, elsewhere, unsigned } from '../transactions.js';
import { chromium, chromiumTitle, OpenPage } from './open-page.js';

describe.skipIf(chromium === undefined)(`page of the platform (${chromiumTitle})`, () => {
  let open: OpenPage;
  let receiver: Receiver;

  beforeAll(async () => {
    open = await OpenPage.open();
    receiver = await startReceiver([400, 204]);
  });
  afterAll(async () => {
    await open?.close();
    await receiver?.close();
  });

  test('page-1: shows requests as they arrive, with the reasons for which they are refused', async () => {
    await open.shows('Live');
    await open.platform.evmAccounts.create({ name: 'treasury' });
    await open.shows('/platform/v2/evm/accounts');
    await open.platform.evmAccounts.create.result({ name: 'treasury' });
    await open.shows('already_exists');
    await open.page.evaluate(`document.querySelector('main input[type=checkbox]').click()`);
    await open.page.until(`document.querySelectorAll('main .card').length === 1`);
  });

  test('page-1: shows accounts, and policies with their rules', async () => {
    await open.openPanel('accounts');
    await open.shows('treasury');
    const solana = await open.platform.solanaAccounts.create({ name: 'cold' });
    await open.shows(solana.address);
    await open.openPanel('policies');
    await open.shows('everything is accepted');
    await open.platform.policies.create({
      scope: 'project',
      description: 'Small payments to a known address',
      rules: [
        {
          action: 'reject',
          operation: 'signEvmTransaction',
          criteria: [{ type: 'evmAddress', addresses: [elsewhere], operator: 'in' }],
        },
        {
          action: 'accept',
          operation: 'signEvmTransaction',
          criteria: [
            { type: 'ethValue', ethValue: '1000', operator: '<=' },
            { type: 'evmAddress', addresses: [destination], operator: 'in' },
          ],
        },
      ],
    });
    await open.shows('Small payments to a known address');
    await open.shows('value <= 1000 wei');
  });

  test('page-4: with the keyboard alone, the rule tester says which rule decides, and why', async () => {
    await open.openPanel('policies');
    const [account] = (await open.control.accounts.list(open.projectId)).evm;
    const explain = async (transaction: string): Promise<void> => {
      await open.page.open('about:blank');
      await open.page.open(`${open.sandbox.url}/#/policies`);
      await open.shows('Small payments');
      await open.page.tabTo('.tester select');
      await open.page.tabTo('.tester input');
      await open.page.type(account?.address ?? '');
      await open.page.tabTo('.tester textarea');
      await open.page.type(transaction);
      await open.page.tabTo('.tester button');
      await open.page.press('Enter');
    };
    await explain(unsigned({ to: destination, value: 5n }));
    await open.page.until(`document.querySelector('.verdict.good') !== null`);
    await open.shows('Rule 2 of policy');
    await open.shows('all of its criteria hold, and it says "accept"');
    await open.shows('Rule 1 of policy');
    await open.capture('verdict');
    await explain(unsigned({ to: elsewhere }));
    await open.page.until(`document.querySelector('.verdict.bad') !== null`);
    await open.shows('it says "reject"');
    await explain(unsigned({ to: destination, value: 5000n }));
    await open.shows('no rule about this operation matches');
    await open.shows('criterion 1 does not hold');
    await explain('0x1234');
    await open.page.until(`document.querySelector('main [role=alert]') !== null`);
  });

  test('page-1: policies are created, changed and deleted, and a wrong one is refused with the reason', async () => {
    const { page } = open;
    await open.openPanel('policies');
    await page.tabTo('.section-head button');
    await page.press('Enter');
    await page.until(`document.activeElement.matches('.editor input')`);
    await page.type('Never to the known address');
    const rules = (criteria: unknown): string =>
      JSON.stringify([{ action: 'reject', operation: 'signEvmTransaction', criteria }]);
    await open.fill('.editor textarea', 'no JSON');
    await page.tabTo('.editor button');
    await page.press('Enter');
    await page.until(`document.querySelector('.editor [role=alert]') !== null`);
    await open.fill('.editor textarea', rules([{ type: 'evmNetwork' }]));
    await page.tabTo('.editor button');
    await page.press('Enter');
    await open.shows('/rules/0');
    await open.capture('policy-refused');
    const criterion = { type: 'evmAddress', addresses: [destination], operator: 'in' };
    await open.fill('.editor textarea', rules([criterion]));
    await page.tabTo('.editor button');
    await page.press('Enter');
    await open.shows('Never to the known address');
    const policies = () => open.control.accounts.listPolicies(open.projectId);
    expect((await policies())[0]).toMatchObject({
      scope: 'account',
      description: 'Never to the known address',
      rules: [{ action: 'reject', criteria: [criterion] }],
    });

    await page.tabTo('[aria-label="Edit the policy Never to the known address"]');
    await page.press('Enter');
    await open.fill('.editor input', 'Never anywhere');
    await open.fill('.editor textarea', rules([criterion]));
    await page.tabTo('.editor button');
    await page.press('Enter');
    await open.shows('Never anywhere');
    expect((await policies())[0]).toMatchObject({ description: 'Never anywhere' });

    await page.tabTo('[aria-label="Delete the policy Never anywhere"]');
    await page.press('Enter');
    await open.shows('Delete the policy?');
    await page.press('Enter');
    await page.until(`!document.body.innerText.includes('Never anywhere')`);
    expect(await policies()).toHaveLength(1);
  });

  test('page-1: user operations move through their states, by themselves and by hand', async () => {
    await open.control.clock.freeze();
    await open.openPanel('operations');
    const owner = (await open.control.accounts.list(open.projectId)).evm[0]?.address ?? '';
    const smart = open.platform.evmSmartAccounts;
    const { address } = await smart.create({ owners: [owner] });
    const calls = [{ to: elsewhere, value: '0', data: '0x' }];
    const prepared = await smart.prepareUserOperation(address, { network: 'base-sepolia', calls });
    const state = (want: string): Promise<void> =>
      open.page.until(
        `document.querySelector('.progress [aria-current]')?.textContent === ${JSON.stringify(want)}`,
      );
    await open.shows(prepared.userOpHash);
    await state('pending');
    await open.page.evaluate(
      `[...document.querySelectorAll('.clock button')].find((each) => each.textContent === 'Next due').click()`,
    );
    await state('signed');
    await open.page.until(`document.querySelector('.section-head input:enabled') !== null`);
    await open.page.evaluate(
      `document.querySelector('.section-head input[type=checkbox]').click()`,
    );
    await expect
      .poll(() => open.control.userOperations.getMode())
      .toMatchObject({ mode: 'manual' });
    for (const [button, next] of [
      ['Broadcast', 'broadcast'],
      ['Include', 'complete'],
    ] as const) {
      await open.page.evaluate(
        `[...document.querySelectorAll('.card button')].find((each) => each.textContent === '${button}').click()`,
      );
      await state(next);
    }
    expect(await open.control.userOperations.list(open.projectId)).toMatchObject([
      { status: 'complete' },
    ]);
    await open.capture('operation');
    await open.control.clock.run();
  });

  test('page-2: a delivery appears when it is created, and a failed one is delivered again', async () => {
    await open.openPanel('deliveries');
    const { id = '' } = await open.platform.webhooks.create({
      network_id: 'base',
      event_type: 'erc20_transfer',
      notification_uri: receiver.url,
    });
    const eventType = 'wallet.activity.detected';
    await open.control.deliveries.sendEvent(open.projectId, id, {
      eventType,
      data: { network: 'base' },
    });
    await open.shows('failed');
    await open.page.until(`document.querySelector('[aria-label=Deliveries] summary') !== null`);
    await open.page.evaluate(`document.querySelector('[aria-label=Deliveries] summary').click()`);
    await open.shows('400');
    await open.page.tabTo('[aria-label=Deliveries] .card-head button');
    await open.page.press('Enter');
    await open.shows('succeeded');
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-event-id'])).size).toBe(1);
  });

  test('page-1: webhooks are listed with their filters, and get test events', async () => {
    const { page, platform } = open;
    await open.openPanel('deliveries');
    const contract = '0x742d35cc6634c0532925a3b844bc454e4438f44e';
    await platform.webhooks.create({
      network_id: 'base-sepolia',
      event_type: 'erc20_transfer',
      event_filters: [{ contract_address: contract }],
      notification_uri: receiver.url,
    });
    await open.shows('erc20_transfer on base-sepolia');
    await open.shows(`contract address: ${contract}`);
    // The form that is found first is that of the first webhook.
    await page.tabTo('main .card:first-child details:has(form[aria-label="Test event"]) > summary');
    await page.press('Enter');
    await open.fill('form[aria-label="Test event"] input', 'page.test.sent');
    await page.tabTo('form[aria-label="Test event"] button');
    await page.press('Enter');
    await open.shows('page.test.sent');
    await open.shows('succeeded');
    await open.capture('webhooks');
    await open.fill('form[aria-label="Test event"] label + label input', 'no JSON');
    await page.press('Enter');
    await page.until(`document.querySelector('main form [role=alert]') !== null`);
  });
});
