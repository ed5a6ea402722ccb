// What the service is asked and what it answers, as docs/api.md has it. Spans are half-open; ends and begins of texts count
// Unicode code points, other numbers count tokens of one sentence.

export type Span = [begin: number, end: number];
export type Link = [source: number, target: number];
export type Direction = "ltr" | "rtl";

export interface Model {
  name: string;
  source: string;
  target: string;
  source_name: string;
  target_name: string;
  direction: { source: Direction; target: Direction };
}

export interface Limits {
  characters?: number; // of one request's text
  file_bytes?: number;
}

export interface Models {
  models: Model[];
  limits?: Limits;
  key_required?: boolean;
  corrections?: "all" | "key" | "none"; // who may correct
}

export interface GlossaryEntry {
  source: string;
  target: string;
}

export interface FixedPhrase {
  sentence: number;
  source: Span;
  target: string;
}

export interface TranslateRequest {
  text: string;
  source?: string;
  target: string;
  n_best?: number;
  alternatives?: number;
  explain?: boolean;
  glossary?: GlossaryEntry[];
  keep?: string[];
  fixed?: FixedPhrase[];
}

export interface Token {
  text: string; // as the models see it
  begin: number;
  end: number;
}

export interface Prediction {
  model: string;
  direction: string;
  orientation: string;
  log_prob: number;
  distribution: Record<string, number>;
}

export interface Phrase {
  source: Span;
  target: Span;
  features?: number[][];
  reordering?: Prediction[];
}

export interface Translation {
  text: string;
  score: number;
  features: number[][];
  tokens: Token[];
  phrases: Phrase[];
  alignment: Link[];
  unknown: number[];
  dropped: number[];
}

export interface Option {
  target: string;
  probability: number;
  score: number;
}

export interface Alternatives {
  source: Span;
  options: Option[];
}

export interface Sentence {
  source: { text: string; begin: number; end: number; tokens: Token[] };
  target: { begin: number; end: number };
  translations: Translation[];
  alternatives?: Alternatives[];
}

export interface Feature {
  name: string;
  weights: number[];
}

export interface Answer {
  model: { source: string; target: string; name: string };
  features: Feature[];
  results: { text: string; sentences: Sentence[] }[];
}

export interface PhraseEntry {
  target: string;
  count?: number;
  probability: number;
}

export interface LookUp {
  phrase: string;
  entries: PhraseEntry[];
  examples: { source: string; target: string }[];
}

export interface Correction {
  id: string | number;
  source_text: string;
  target_text: string;
  source: string;
  target: string;
}
