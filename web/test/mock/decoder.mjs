// A toy decoder: finds phrases in a lexicon, obeys glossary, kept words, fixed phrases and corrections, and explains itself in the form
// of the real service. Everything is decided by the input alone.
import { features, lexica, orderOf } from "./data.mjs";

const kWord = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;
const codePoints = (text) => [...text].length;

function tokensOf(text) {
  return [...text.matchAll(kWord)].map((match) => {
    const begin = codePoints(text.slice(0, match.index));
    return { text: match[0].toLowerCase(), surface: match[0], begin, end: begin + codePoints(match[0]) };
  });
}

// Sentences with their places, in code points of the whole text.
export function sentencesOf(text) {
  return [...text.matchAll(/[^\s.!?][^\n.!?]*[.!?]*/gu)].map((match) => {
    const sentence = match[0].trimEnd();
    const begin = codePoints(text.slice(0, match.index));
    return { text: sentence, begin, end: begin + codePoints(sentence) };
  });
}

// Forced translations of spans: what the request fixed, the glossary and the words to keep, in this order.
function forced(tokens, request, fixed) {
  const spans = fixed.map(({ source, target }) => ({ begin: source[0], end: source[1], target }));
  const find = (words, target) => {
    const wanted = tokensOf(words).map((token) => token.text);
    for (let at = 0; wanted.length > 0 && at + wanted.length <= tokens.length; ++at)
      if (wanted.every((word, i) => tokens[at + i].text === word))
        spans.push({ begin: at, end: at + wanted.length, target: target ?? tokens.slice(at, at + wanted.length).map((t) => t.surface).join(" ") });
  };
  for (const { source, target } of request.glossary ?? []) find(source, target);
  for (const word of request.keep ?? []) find(word, null);
  const taken = [];
  for (const span of spans) if (!taken.some((other) => span.begin < other.end && other.begin < span.end)) taken.push(span);
  return taken;
}

// Source spans in source order: forced ones, otherwise the longest phrases that the lexicon has, otherwise single words.
function segment(tokens, lexicon, fixed) {
  const spans = [];
  for (let at = 0; at < tokens.length; ) {
    const own = fixed.find((span) => span.begin === at);
    const stop = Math.min(tokens.length, ...fixed.filter((span) => span.begin > at).map((span) => span.begin));
    let end = own ? own.end : stop;
    const words = () => tokens.slice(at, end).map((token) => token.text).join(" ");
    while (!own && end > at + 1 && !lexicon[words()]) --end;
    const known = lexicon[words()];
    const options = known ?? [{ target: tokens[at].surface, probability: 1 }];
    spans.push({ begin: at, end, words: words(), options, target: own?.target ?? options[0].target, unknown: !own && !known });
    at = end;
  }
  return spans;
}

function ordered(spans, order) {
  if (!order || order.length !== spans.length) return spans;
  const found = order.map((words) => spans.find((span) => span.words === words));
  return found.every(Boolean) ? found : spans;
}

const closing = /^[.,!?;:]$/u;

function finished(words) {
  let text = "";
  const tokens = words.map((word, index) => {
    if (index > 0 && !closing.test(word)) text += " ";
    const shown = index === 0 ? word[0].toUpperCase() + word.slice(1) : word;
    const begin = codePoints(text);
    text += shown;
    return { text: word, begin, end: begin + codePoints(shown) };
  });
  return { text, tokens };
}

function stepOf(span, before) {
  if (!before) return span.begin === 0 ? "monotone" : "right";
  if (span.begin === before.end) return "monotone";
  if (span.end === before.begin) return "swap";
  return span.begin > before.end ? "right" : "left";
}

// The learned model expects the step that is taken; the counts expect a move only by half.
function distribution(step, chance) {
  const classes = ["monotone", "swap", "left", "right"];
  const rest = classes.filter((name) => name !== step);
  const likely = step === "monotone" ? rest[0] : "monotone";
  return Object.fromEntries(
    classes.map((name) => [name, Math.log(name === step ? chance : (1 - chance) * (name === likely ? 0.8 : 0.1))]),
  );
}

function predictions(step, first) {
  const one = (model, direction, chance) => {
    const all = distribution(step, chance);
    return { model, direction, orientation: step, log_prob: all[step], distribution: all };
  };
  const counted = step === "monotone" ? 0.9 : 0.38;
  const backward = [one("LexicalReordering0", "backward", counted), one("LearnedReordering0", "backward", 0.86)];
  return first ? backward : [...backward, one("LearnedReordering0", "forward", 0.72)];
}

const sum = (rows) => features.map(({ weights }, f) => weights.map((_, c) => rows.reduce((total, row) => total + row[f][c], 0)));

function scoresOf(span, before, words) {
  const step = stepOf(span, before);
  const option = span.options.find(({ target }) => target === span.target);
  const log = Math.log(option?.probability ?? 0.01);
  const jump = before ? Math.abs(span.begin - before.end) : span.begin;
  const reordering = [distribution(step, step === "monotone" ? 0.9 : 0.38)[step], 0];
  return [[log, log * 1.5 - 0.1], [-2.1 * words.length], [-jump], [-words.length], [span.unknown ? -100 : 0], reordering, [Math.log(0.86), 0]];
}

function compose(spans, explain) {
  const words = [];
  const [phrases, alignment, rows] = [[], [], []];
  spans.forEach((span, index) => {
    const own = span.target.split(" ");
    const target = [words.length, words.length + own.length];
    const rowsOfPhrase = scoresOf(span, spans[index - 1], own);
    rows.push(rowsOfPhrase);
    const step = stepOf(span, spans[index - 1]);
    phrases.push({
      source: [span.begin, span.end],
      target,
      ...(explain ? { features: rowsOfPhrase, reordering: predictions(step, index === 0) } : {}),
    });
    own.forEach((_, i) => alignment.push([Math.min(span.begin + i, span.end - 1), target[0] + i]));
    words.push(...own);
  });
  const total = sum(rows);
  const score = features.reduce((s, { weights }, f) => s + weights.reduce((w, weight, c) => w + weight * total[f][c], 0), 0);
  const unknown = spans.filter((span) => span.unknown).map((span) => span.begin).sort((a, b) => a - b);
  return { ...finished(words), score, features: total, phrases, alignment: alignment.sort((a, b) => a[0] - b[0]), unknown, dropped: [] };
}

// The best derivation, and those with one other option.
function nBest(spans, request) {
  const others = spans.flatMap((span, at) =>
    span.options
      .filter(({ target }) => target !== span.target)
      .map(({ target }) => compose(spans.map((other, i) => (i === at ? { ...other, target } : other)), request.explain)),
  );
  others.sort((a, b) => b.score - a.score);
  return [compose(spans, request.explain), ...others].slice(0, request.n_best ?? 1);
}

function decode(sentence, index, pair, request, corrections) {
  const tokens = tokensOf(sentence.text);
  const lexicon = lexica[pair];
  const fixed = forced(tokens, request, (request.fixed ?? []).filter((phrase) => phrase.sentence === index));
  const learned = corrections.find((correction) => correction.source_text === sentence.text);
  let spans = segment(tokens, lexicon, fixed);
  if (learned && !request.fixed?.length) {
    const target = tokensOf(learned.target_text).map((token) => token.surface).join(" ");
    spans = [{ begin: 0, end: tokens.length, words: sentence.text, options: [{ target, probability: 1 }], target, unknown: false }];
  }
  spans = ordered(spans, orderOf(pair, tokens.map((token) => token.text).join(" ")));
  const alternatives = spans.map(({ begin, end, options }) => ({
    source: [begin, end],
    options: options.slice(0, request.alternatives ?? 0).map(({ target, probability }) => ({ target, probability, score: Math.log(probability) })),
  }));
  return {
    source: { ...sentence, tokens: tokens.map(({ text, begin, end }) => ({ text, begin, end })) },
    translations: nBest(spans, request),
    ...(request.alternatives ? { alternatives } : {}),
  };
}

export function translate(text, pair, request, corrections) {
  const split = sentencesOf(text);
  if (request.fixed?.some(({ sentence }) => sentence >= split.length)) throw new RangeError("there is no such sentence");
  const sentences = split.map((sentence, index) => decode(sentence, index, pair, request, corrections));
  const letters = [...text];
  let translation = "";
  let end = 0;
  for (const sentence of sentences) {
    translation += letters.slice(end, sentence.source.begin).join("");
    const begin = codePoints(translation);
    translation += sentence.translations[0].text;
    sentence.target = { begin, end: codePoints(translation) };
    end = sentence.source.end;
  }
  translation += letters.slice(end).join("");
  return { text: translation, sentences };
}

// By script and a few letters; enough for the tests.
export const detect = (text) => (/[\u0600-\u06ff]/u.test(text) ? "ar" : /[äöüß]|\b(der|die|das|ist|ich|und)\b/iu.test(text) ? "de" : "en");
