// The language of the page: the first of the browser's that there are strings for, otherwise English.
import { de } from "./de";
import { en, type Strings } from "./en";

const all: Record<string, Strings> = { en, de };

const wanted = navigator.languages.map((language) => language.toLowerCase().split("-")[0] ?? "");
export const t: Strings = all[wanted.find((code) => code in all) ?? "en"] ?? en;

const percent = new Intl.NumberFormat(t.code, { style: "percent", maximumFractionDigits: 0 });
const finePercent = new Intl.NumberFormat(t.code, { style: "percent", maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat(t.code, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat(t.code, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero" });
// A minus sign is as wide as a plus; a hyphen is not.
const minus = (text: string) => text.replace("-", "−");
const integer = new Intl.NumberFormat(t.code);

export const say = {
  chance: (p: number) => (p > 0 && p < 0.001 ? `< ${finePercent.format(0.001)}` : (p < 0.1 ? finePercent : percent).format(p)),
  score: (value: number) => minus(decimal.format(value)),
  difference: (value: number) => minus(signed.format(value)),
  count: (value: number) => integer.format(value),
  size(bytes: number) {
    if (bytes < 1000) return `${integer.format(bytes)} ${t.units.bytes}`;
    const [value, unit] = bytes < 1e6 ? [bytes / 1e3, t.units.KB] : [bytes / 1e6, t.units.MB];
    return `${new Intl.NumberFormat(t.code, { maximumFractionDigits: 1 }).format(value)} ${unit}`;
  },
};

// The server names languages in English.
const languageNames = t.code === "en" ? null : new Intl.DisplayNames([t.code], { type: "language", fallback: "none" });
export function languageName(code: string, english: string): string {
  try {
    return languageNames?.of(code) ?? english;
  } catch {
    return english; // the code is none that browsers know
  }
}

// A name such as LexicalReordering0 in plain words; further models of the kind keep their number.
export function named(names: Record<string, string>, name: string): string {
  const [, kind = name, number = ""] = /^(.*?)(\d*)$/.exec(name) ?? [];
  const plain = names[kind];
  if (!plain) return name;
  return number === "" || number === "0" ? plain : `${plain} ${Number(number) + 1}`;
}

// Classes by distance have names such as "d>=1", which say all there is to say.
export const orientation = (name: string) => t.orientations[name] ?? name;
