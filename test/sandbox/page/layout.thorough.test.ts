import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testTrader } from '../exchange/traders.js';
import { chromium, chromiumTitle, desktop, OpenPage, panels, phone } from './open-page.js';

describe.skipIf(chromium === undefined)(`layout of the page (${chromiumTitle})`, () => {
  let open: OpenPage;

  beforeAll(async () => {
    open = await OpenPage.open();
    await fill(open);
  });
  afterAll(() => open?.close());

  /** Opens a panel, and waits until it shows what there is. */
  async function show(panel: (typeof panels)[number]): Promise<void> {
    await open.openPanel(panel);
    await open.page.until(
      `document.querySelector('main .card, main .empty, main td') !== null && !document.querySelector('main').innerText.includes('Loading')`,
    );
  }

  test.each([
    ['a phone', phone],
    ['a phone, dark', { ...phone, isDark: true }],
    ['a desktop', desktop],
    ['a desktop, dark', { ...desktop, isDark: true }],
  ] as const)('page-5: no panel scrolls sideways on %s', async (name, size) => {
    await open.page.resize(size);
    for (const panel of panels) {
      await show(panel);
      const wide = await open.page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect({ panel, wide }).toEqual({ panel, wide: 0 });
      // What is wider than the window must not be cut off either.
      const outside = await open.page.evaluate(`[...document.querySelectorAll('main *')]
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
        .map((each) => each.outerHTML.slice(0, 200))`);
      expect({ panel, outside }).toEqual({ panel, outside: [] });
      await open.capture(`${name.replace(', ', '-').replace('a ', '')}-${panel}`);
    }
    await open.page.resize(desktop);
  });

  test('page-2: every control has a name and is reached with the keyboard, and the page reported no error', async () => {
    const controls = 'button, input, select, textarea, a, summary';
    for (const panel of panels) {
      await show(panel);
      const nameless = await open.page
        .evaluate(`[...document.querySelectorAll(${JSON.stringify(controls)})]
        .filter((each) => !(each.ariaLabel || each.textContent.trim() || each.labels?.[0]?.textContent.trim()))
        .map((each) => each.outerHTML)`);
      expect({ panel, nameless }).toEqual({ panel, nameless: [] });
      const unreachable = await open.page
        .evaluate(`[...document.querySelectorAll(${JSON.stringify(controls)})]
        .filter((each) => each.tabIndex < 0 || each.disabled)
        .map((each) => each.outerHTML)`);
      expect({ panel, unreachable }).toEqual({ panel, unreachable: [] });
    }
    expect(open.page.complaints).toEqual([]);
  });
});

/** Gives every panel something to show, also what is long. */
async function fill({ control, platform, projectId, sandbox, sample }: OpenPage): Promise<void> {
  const { address } = await platform.evmAccounts.create({ name: 'treasury' });
  await platform.solanaAccounts.create({ name: 'cold' });
  const smart = await platform.evmSmartAccounts.create({ owners: [address] });
  await platform.evmSmartAccounts.prepareUserOperation(smart.address, {
    network: 'base-sepolia',
    calls: [{ to: address, value: '0', data: '0x' }],
  });
  await platform.policies.create({
    scope: 'project',
    description: 'Small payments to a known address',
    rules: [
      {
        action: 'accept',
        operation: 'signEvmTransaction',
        criteria: [{ type: 'evmAddress', addresses: [address], operator: 'in' }],
      },
    ],
  });
  const { id = '' } = await platform.webhooks.create({
    network_id: 'base',
    event_type: 'erc20_transfer',
    event_filters: [{ contract_address: address }],
    notification_uri: `${sandbox.url}/a/receiver/with/a/path/that/is/rather/long/and/does/not/exist`,
  });
  const event = { eventType: 'wallet.activity.detected', data: { network: 'base' } };
  await control.deliveries.sendEvent(projectId, id, event);
  const maker = await testTrader(
    { control, url: sandbox.url },
    { funds: { USD: '1000000000.12345678', BTC: '100000' } },
  );
  const product_id = 'BTC-USD';
  for (let level = 1; level <= 12; level += 1)
    for (const [side, sign] of [
      ['buy', -1],
      ['sell', 1],
    ] as const) {
      const price = String(60_000 + sign * level * 7);
      const size = `${level}.1234567${level % 10}`;
      await maker.exchange.orders.create({ type: 'limit', side, product_id, price, size });
    }
  const { orders } = sample.exchange;
  await orders.create({ type: 'market', side: 'sell', product_id, size: '0.12345678' });
  await orders.create({
    type: 'limit',
    side: 'buy',
    product_id,
    price: '59990.55',
    size: '0.12345678',
  });
}
