import * as fix42 from '@platform/exchange-fix-4.2';
import * as fix50 from '@platform/exchange-fix-5.0';
import type { FixCodec, FixMessage } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { received, sent } from '../fix/bytes.js';

const symbol = 'BTC-USD';
const clOrdId = '7d2c3f0a-3c3e-4b8e-9a55-0a6a3e2b9f10';

function report50(ordRejReason: fix50.OrdRejReason, text: string): fix50.ExecutionReport {
  return {
    type: 'ExecutionReport',
    orderId: '0',
    clOrdId,
    execId: 'e1',
    ordStatus: fix50.OrdStatus.Rejected,
    execType: fix50.ExecType.Rejected,
    symbol,
    ordRejReason,
    text,
  };
}

function report42(ordRejReason: fix42.OrdRejReason, text: string): fix42.ExecutionReport {
  return {
    type: 'ExecutionReport',
    orderId: '0',
    clOrdId,
    execId: 'e1',
    ordStatus: fix42.OrdStatus.Rejected,
    execType: fix42.ExecType.Rejected,
    symbol,
    ordRejReason,
    text,
  };
}

type CancelReject = fix42.OrderCancelReject & fix50.OrderCancelReject;

function cancelReject(
  cxlRejReason: 1 | 2,
  cxlRejResponseTo: '1' | '2',
  text: string,
): CancelReject {
  return {
    type: 'OrderCancelReject',
    clOrdId,
    ordStatus: '8',
    cxlRejReason,
    cxlRejResponseTo,
    text,
  };
}

const logout = { type: 'Logout', text: 'Invalid API Key' } as const;
const business = {
  type: 'BusinessMessageReject',
  refMsgType: 'q',
  businessRejectReason: 0,
  text: 'Forbidden',
} as const;
const form = { type: 'Reject', refSeqNum: 2, refTagId: 44, sessionRejectReason: 5 } as const;

const { OrdRejReason: Reason42 } = fix42;
const { OrdRejReason: Reason50 } = fix50;
const [cancel, modify] = ['1', '2'] as const;

const over50: readonly (readonly [code: string, message: fix50.ExchangeFix50Message])[] = [
  ['unauthenticated', logout],
  ['forbidden (D)', report50(Reason50.ExchangeOption, 'Forbidden')],
  ['forbidden (F)', cancelReject(2, cancel, 'Forbidden')],
  ['forbidden (G)', cancelReject(2, modify, 'Forbidden')],
  ['forbidden (others)', business],
  ['not-found (H)', report50(Reason50.UnknownOrder, 'order not found')],
  [
    'not-found (H), by the identifier of an order placed over REST',
    { ...report50(Reason50.UnknownOrder, 'order not found'), clOrdId: 'library-a3a1bd1f' },
  ],
  ['not-found (F)', cancelReject(1, cancel, 'order not found')],
  ['not-found (G)', cancelReject(1, modify, 'order not found')],
  ['unknown-product', report50(Reason50.UnknownSymbol, 'Product not found')],
  ['form', form],
  ['too-many', { ...logout, text: 'too many connections' }],
  ['duplicate-client-id (D)', report50(Reason50.ExchangeOption, 'duplicate client_oid')],
  ['duplicate-client-id (G)', cancelReject(2, modify, 'duplicate client_oid')],
  ['too-many-open', report50(Reason50.ExchangeOption, 'too many open orders')],
  ['insufficient-funds (D)', report50(Reason50.ExchangeOption, 'Insufficient funds')],
  ['insufficient-funds (G)', cancelReject(2, modify, 'Insufficient funds')],
  ['increment', report50(Reason50.ExchangeOption, 'price too precise')],
  ['post-only', report50(Reason50.ExchangeOption, 'post only')],
  ['product-state', report50(Reason50.ExchangeOption, 'Cancel only mode')],
  ['already-done', cancelReject(2, cancel, 'Order already done')],
  ['maintenance', { ...logout, text: 'under maintenance' }],
  [
    'a batch of which every order fails',
    { type: 'NewOrderBatchReject', batchId: 'b', text: 'Forbidden' },
  ],
  ['a batch of which every cancellation fails', { type: 'OrderCancelBatchReject', batchId: 'b' }],
];

const over42: readonly (readonly [code: string, message: fix42.ExchangeFix42Message])[] = [
  ['unauthenticated', logout],
  ['forbidden (D)', report42(Reason42.ExchangeOption, 'Forbidden')],
  ['forbidden (F)', cancelReject(2, cancel, 'Forbidden')],
  ['forbidden (G)', cancelReject(2, modify, 'Forbidden')],
  ['forbidden (others)', business],
  ['not-found (H)', report42(Reason42.ExchangeOption, 'order not found')],
  [
    'not-found (H), by the identifier of an order placed over REST',
    { ...report42(Reason42.ExchangeOption, 'order not found'), clOrdId: 'library-a3a1bd1f' },
  ],
  ['not-found (F)', cancelReject(1, cancel, 'order not found')],
  ['unknown-product', report42(Reason42.ExchangeOption, 'Product not found')],
  ['form', form],
  ['too-many', { ...logout, text: 'too many connections' }],
  ['duplicate-client-id (D)', report42(Reason42.ExchangeOption, 'duplicate client_oid')],
  ['too-many-open', report42(Reason42.OrderExceedsLimit, 'too many open orders')],
  ['insufficient-funds (D)', report42(Reason42.OrderExceedsLimit, 'Insufficient funds')],
  ['insufficient-funds (G)', cancelReject(2, modify, 'Insufficient funds')],
  ['increment', report42(Reason42.ExchangeOption, 'price too precise')],
  ['post-only', report42(Reason42.ExchangeOption, 'post only')],
  ['product-state', report42(Reason42.ExchangeOption, 'Cancel only mode')],
  ['already-done', cancelReject(2, cancel, 'Order already done')],
  ['maintenance', { ...logout, text: 'under maintenance' }],
];

function isCarried<Message extends FixMessage>(codec: FixCodec<Message>, message: Message): void {
  expect(received(codec, sent(codec, message))).toEqual({ kind: 'message', message });
}

describe('refusals over FIX 5.0', () => {
  test.each(over50)('%s is carried', (_, message) => isCarried(fix50.exchangeFix50Codec, message));
});

describe('refusals over FIX 4.2', () => {
  test.each(over42)('%s is carried', (_, message) => isCarried(fix42.exchangeFix42Codec, message));
});
