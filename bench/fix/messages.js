// Messages of FIX 4.2 with `|` for SOH: an order, a report, and a hundred entries of an order book.
const header = '34=1234|49=BUYSIDE|52=20260101-12:00:00.123|56=SELLSIDE|';
const entries = Array.from(
  { length: 100 },
  (_, index) =>
    `279=1|269=${index % 2}|278=ID${1000 + index}|55=BTC-USD|270=${50_000 + index}.25|` +
    `15=USD|271=${index}.125|290=${index + 1}|`,
);

/** Messages by their names in tables. */
export const messages = {
  NewOrderSingle: wire(
    `35=D|${header}11=ORDER-000001234|1=ACC-77|21=1|55=BTC-USD|54=1|60=20260101-12:00:00.123|` +
      '38=1500.25|40=2|44=50123.25|15=USD|59=1|58=a limit order|111=100|',
  ),
  ExecutionReport: wire(
    `35=8|${header}37=f3b0c442-98fc-1c14-9afb|11=ORDER-000001234|17=EXEC-0000009876543|20=0|150=1|` +
      '39=1|1=ACC-77|55=BTC-USD|54=1|38=1500.25|40=2|44=50123.25|15=USD|59=1|32=100.5|31=50123.00|' +
      '30=XNYS|151=1399.75|14=100.5|6=50123.00|75=20260101|60=20260101-12:00:00.123|' +
      '58=partially filled by one|12=0.0015|13=3|64=20260103|119=5037361.5|120=USD|',
  ),
  'MarketDataIncrementalRefresh of 100': wire(
    `35=X|${header}262=req-1|268=100|${entries.join('')}`,
  ),
};

/** Adds header and trailer to a body. */
function wire(text) {
  const body = text.replaceAll('|', '\u0001');
  const head = `8=FIX.4.2\u00019=${body.length}\u0001${body}`;
  const sum = [...Buffer.from(head)].reduce((total, byte) => total + byte, 0) & 255;
  return Buffer.from(`${head}10=${String(sum).padStart(3, '0')}\u0001`);
}
