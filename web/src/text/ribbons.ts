// The geometry of the picture of movement: ribbons from a source phrase to a target phrase, threads from word to word.
export interface Extent {
  from: number; // pixels from the left edge of the picture
  to: number;
}

const round = (value: number) => Math.round(value * 10) / 10;

export function ribbon(source: Extent, target: Extent, height: number): string {
  const [a, b, c, d] = [source.from, source.to, target.to, target.from].map(round);
  const middle = round(height / 2);
  return `M${a} 0C${a} ${middle} ${d} ${middle} ${d} ${height}L${c} ${height}C${c} ${middle} ${b} ${middle} ${b} 0Z`;
}

export function thread(source: Extent, target: Extent, height: number): string {
  const [x, y] = [(source.from + source.to) / 2, (target.from + target.to) / 2].map(round);
  const middle = round(height / 2);
  return `M${x} 0C${x} ${middle} ${y} ${middle} ${y} ${height}`;
}
