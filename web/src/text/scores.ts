// Weighted scores: what each feature adds to the total of a translation or a phrase.
import type { Feature } from "../api/types";

export interface Contribution {
  name: string;
  value: number;
}

export function contributions(features: readonly Feature[], values: readonly (readonly number[])[]): Contribution[] {
  return features.map(({ name, weights }, index) => ({
    name,
    value: weights.reduce((sum, weight, component) => sum + weight * (values[index]?.[component] ?? 0), 0),
  }));
}

// Features that weigh something in any of the lists; the others would be empty rows.
export const telling = (lists: readonly Contribution[][]) =>
  (lists[0] ?? []).map((_, index) => lists.some((list) => Math.abs(list[index]?.value ?? 0) >= 0.005));

// The length of the longest bar. The price of an unknown word is set so high that beside it all else would look like nothing.
export const largest = (lists: readonly Contribution[][]) =>
  Math.max(
    1e-9,
    ...lists.flatMap((list) => list.filter(({ name }) => !name.startsWith("UnknownWord")).map(({ value }) => Math.abs(value))),
  );
