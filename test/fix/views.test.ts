import { describe, expect, test } from 'vitest';
import { FixView } from '@tallystick/runtime/fix';
import {
  kettleOrdersCodec as codec,
  type KettleOrdersView,
  type NewOrderSingleView,
  OrdType,
  Side,
} from '../cases/fix/output/src/index.js';
import { latin1, wire } from './wire.js';

const header = '34=2|49=BUYER|52=20260101-12:00:00.123|56=KETTLES|';

function viewOf(body: string): KettleOrdersView | undefined {
  const fields = new FixView(codec.dataFields);
  expect(fields.read(wire(body))).toBeUndefined();
  return codec.view(fields);
}

function order(body: string): NewOrderSingleView {
  const view = viewOf(`35=D|${header}${body}`);
  if (view?.type !== 'NewOrderSingle') throw new Error('an order is one');
  return view;
}

describe('view of a message', () => {
  test('has typed fields', () => {
    const view = order('11=a|38=10|40=2|44=1.50|54=1|55=BTC-USD|354=3|355=a|b|');
    expect(view.clOrdId).toBe('a');
    expect(view.orderQty).toBe('10');
    expect(view.ordType).toBe(OrdType.Limit);
    expect(view.price).toBe('1.50');
    expect(view.side).toBe(Side.Buy);
    expect(view.symbol).toBe('BTC-USD');
    expect(view.encodedText).toEqual(new Uint8Array(latin1('a|b')));
  });

  test('returns undefined for missing and invalid fields', () => {
    const view = order('11=|38=+1|54=9|');
    expect(view.clOrdId).toBeUndefined();
    expect(view.orderQty).toBeUndefined();
    expect(view.side).toBeUndefined();
    expect(view.price).toBeUndefined();
    expect(view.allocs).toBeUndefined();
  });

  test('returns group entries by index and in order', () => {
    const { allocs } = order('11=a|78=2|79=x|80=1|79=y|54=1|');
    expect(allocs?.length).toBe(2);
    expect(allocs?.at(1)?.allocAccount).toBe('y');
    expect(allocs?.at(1)?.allocShares).toBeUndefined();
    expect(allocs?.at(2)).toBeUndefined();
    expect([...(allocs ?? [])].map((entry) => [entry.allocAccount, entry.allocShares])).toEqual([
      ['x', '1'],
      ['y', undefined],
    ]);
  });

  test('returns the existing group entries despite a wrong count', () => {
    expect(order('11=a|78=3|79=x|79=y|').allocs?.length).toBe(2);
    expect(order('11=a|78=0|54=1|').allocs?.length).toBe(0);
    expect(order('11=a|78=1|80=1|').allocs?.length).toBe(0);
  });

  test('reads each group entry by the order of its own fields', () => {
    const orders = ['79=a|80=1|79=b|80=2|80=9|79=c|79=d|80=4|79=e|80=5|', '79=f|80=6|79=g|'].map(
      (allocs) => order(`11=a|78=5|${allocs}54=1|`).allocs,
    );
    const entries = orders.flatMap((allocs) => [...(allocs ?? [])]);
    const shares = ['1', '2', undefined, '4', '5', '6', undefined];
    expect(entries.map((entry) => entry.allocShares)).toEqual(shares);
    expect(entries.map((entry) => entry.allocAccount).join('')).toBe('abcdefg');
    expect(entries.reverse().map((entry) => entry.allocShares)).toEqual(shares.reverse());
  });

  test('has the type of a message, and is undefined for unknown types', () => {
    expect(viewOf(`35=2|${header}7=3|16=0|`)).toMatchObject({ type: 'ResendRequest' });
    expect(viewOf(`35=*|${header}`)).toBeUndefined();
  });
});
