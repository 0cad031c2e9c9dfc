import type { LevelBookView, Side } from '@tallystick/runtime/websocket';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import type { Market } from '../../exchange/market.js';
import { onFrames, useDrawing } from '../../exchange/store.js';

/** Number of levels of each side that are drawn. */
const depth = 100;

/** Height in CSS pixels. */
const height = 220;

/** What is offered up to each price, as areas. It is drawn once in a frame at most. */
export function DepthChart({ market }: { readonly market: Market }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let chart = createChart(element, market);
    const draw = (): void => chart.setData(dataOf(market.book));
    const stop = onFrames([market], draw);
    const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    // The colours of a canvas do not follow those of the page.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = (): void => {
      chart.destroy();
      chart = createChart(element, market);
    };
    dark.addEventListener('change', repaint);
    return () => {
      dark.removeEventListener('change', repaint);
      sizes.disconnect();
      stop();
      chart.destroy();
    };
  }, [market]);
  return (
    <div class="depth">
      <div ref={place} class="depth-plot" />
      <Summary market={market} />
    </div>
  );
}

/** The chart in words. */
function Summary({ market }: { readonly market: Market }): JSX.Element {
  return useDrawing([market], [], () => drawSummary(market));
}

function drawSummary({ book }: Market): JSX.Element {
  const text = (side: Side): string => {
    const levels = book?.levels(side, depth) ?? [];
    return `${levels.reduce((sum, { size }) => sum + Number(size), 0).toFixed(2)} in ${levels.length} ${side}${levels.length === 1 ? '' : 's'}`;
  };
  return (
    <p class="quiet depth-legend">
      <span class="swatch bids" /> {text('bid')} <span class="swatch asks" /> {text('ask')}
    </p>
  );
}

function createChart(element: HTMLElement, market: Market): UPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const probe = (name: string): string => resolved(element, colour(name));
  const quiet = probe('--quiet');
  const line = probe('--line');
  const axis = {
    stroke: quiet,
    font: '12px system-ui, sans-serif',
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  };
  const area = (name: string) => ({
    stroke: probe(`--${name}`),
    fill: probe(`--${name}-back`),
    width: 2,
    points: { show: false },
  });
  return new UPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, space: 90 },
        { ...axis, size: 56, side: 1 },
      ],
      series: [{}, { ...area('good'), paths: stepped(-1) }, { ...area('bad'), paths: stepped(1) }],
    },
    dataOf(market.book),
    element,
  );
}

/** A colour that a canvas understands: those of the page depend on the colour scheme. */
function resolved(element: HTMLElement, colour: string): string {
  const before = element.style.color;
  element.style.color = colour;
  const value = getComputedStyle(element).color;
  element.style.color = before;
  return value;
}

function stepped(align: -1 | 1): UPlot.Series.PathBuilder {
  const paths = UPlot.paths.stepped?.({ align });
  if (paths === undefined) throw new Error('The chart library has no steps.');
  return paths;
}

/** Prices in ascending order, and what is offered up to them on each side. Charts have no exact decimals. */
function dataOf(book: LevelBookView | undefined): UPlot.AlignedData {
  const bids = sums(book, 'bid').toReversed();
  const asks = sums(book, 'ask');
  return [
    [...bids, ...asks].map(([price]) => price),
    [...bids.map(([, sum]) => sum), ...asks.map(() => null)],
    [...bids.map(() => null), ...asks.map(([, sum]) => sum)],
  ];
}

function sums(
  book: LevelBookView | undefined,
  side: Side,
): readonly (readonly [price: number, sum: number])[] {
  let sum = 0;
  return (book?.levels(side, depth) ?? []).map(({ price, size }) => {
    sum += Number(size);
    return [Number(price), sum];
  });
}
