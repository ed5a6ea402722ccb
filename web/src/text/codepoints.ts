// The service counts Unicode code points, strings of JavaScript count UTF-16 units.

// Gives a function from code points to UTF-16 units of `text`.
export function unitsOf(text: string): (codePoint: number) => number {
  if (!/[\uD800-\uDFFF]/.test(text)) return (codePoint) => Math.min(codePoint, text.length);
  const units: number[] = [];
  for (let unit = 0; unit < text.length; unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1) units.push(unit);
  return (codePoint) => units[codePoint] ?? text.length;
}

export const countCodePoints = (text: string) => [...text].length;
