import {
  AggressorSide,
  DefaultApplVerID,
  EncryptMethod,
  type ExchangeFixMarketDataMessage,
  MDEntryType,
  MDReqRejReason,
  MDUpdateAction,
  OrdType,
  SecurityListRequestType,
  SecurityRequestResult,
  SubscriptionRequestType,
} from '@platform/exchange-fix-market-data';

const symbol = 'BTC-USD';
const time = '20250128-18:00:00.123';

/** Every message of market data, with every field that can stand in it. */
export const messagesOfMarketData: readonly ExchangeFixMarketDataMessage[] = [
  {
    type: 'Logon',
    encryptMethod: EncryptMethod.None,
    heartBtInt: 300,
    defaultApplVerId: DefaultApplVerID.Fix50Sp2,
  },
  { type: 'Logout' },
  { type: 'Heartbeat', testReqId: 'a' },
  { type: 'TestRequest', testReqId: 'a' },
  { type: 'ResendRequest', beginSeqNo: 1, endSeqNo: 0 },
  { type: 'SequenceReset', newSeqNo: 2 },
  { type: 'Reject', refSeqNum: 1 },
  { type: 'BusinessMessageReject', refMsgType: 'V', businessRejectReason: 2 },
  {
    type: 'MarketDataRequest',
    mdReqId: 'm',
    subscriptionRequestType: SubscriptionRequestType.Subscribe,
    relatedSym: [{ symbol }, { symbol: 'ETH-USD' }],
  },
  {
    type: 'MarketDataRequestReject',
    mdReqId: 'm',
    mdReqRejReason: MDReqRejReason.UnknownSymbol,
    text: 'unknown',
  },
  {
    type: 'MarketDataSnapshotFullRefresh',
    mdReqId: 'm',
    rptSeq: 7,
    lastFragment: true,
    symbol,
    mdEntries: [
      {
        mdEntryType: MDEntryType.Bid,
        mdEntryPx: '1',
        mdEntrySize: '2',
        mdEntryId: 'o',
        transactTime: time,
      },
      { mdEntryType: MDEntryType.Offer, mdEntryPx: '2', mdEntrySize: '2', mdEntryId: 'p' },
    ],
    mdSecurityTradingStatus: 17,
  },
  {
    type: 'MarketDataIncrementalRefresh',
    mdReqId: 'm',
    mdEntries: [
      {
        mdUpdateAction: MDUpdateAction.Change,
        mdEntryType: MDEntryType.Trade,
        mdEntryId: 'o',
        rptSeq: 8,
        symbol,
        mdEntryPx: '1',
        mdEntrySize: '2',
        transactTime: time,
        ordType: OrdType.Limit,
        clOrdId: '7d2c3f0a-3c3e-4b8e-9a55-0a6a3e2b9f10',
        orderId: 'x',
        text: 'y',
        aggressorSide: AggressorSide.Sell,
        entryReason: 'z',
      },
    ],
  },
  {
    type: 'SecurityListRequest',
    securityReqId: 's',
    securityListRequestType: SecurityListRequestType.AllSecurities,
  },
  {
    type: 'SecurityList',
    securityReqId: 's',
    securityResponseId: 't',
    securityRequestResult: SecurityRequestResult.ValidRequest,
    totNoRelatedSym: 2,
    lastFragment: true,
    relatedSym: [
      {
        symbol,
        currency: 'USD',
        minTradeVol: '0.0001',
        minPriceIncrement: '0.01',
        qtyIncrement: '0.00000001',
      },
      { symbol: 'ETH-USD' },
    ],
    mdSecurityTradingStatus: 17,
  },
  {
    type: 'SecurityStatus',
    mdReqId: 'm',
    rptSeq: 9,
    symbol,
    mdSecurityTradingStatus: 2,
    minPriceIncrement: '0.01',
    qtyIncrement: '0.1',
  },
];
