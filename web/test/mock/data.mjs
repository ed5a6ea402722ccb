// What the mock of the service knows: a few phrases of four pairs of languages, and sentences whose phrases move.

const options = (...pairs) => pairs.map(([target, probability, count]) => ({ target, probability, count }));

const deEn = {
  "die kinder": options(["the children", 0.91, 412], ["children", 0.06, 27], ["the kids", 0.03, 13]),
  haben: options(["have", 0.88, 2210], ["had", 0.07, 176], ["do have", 0.05, 126]),
  verkauft: options(["sold", 0.79, 301], ["sells", 0.14, 53], ["selling", 0.07, 27]),
  "das kleinste auto": options(["the smallest car", 0.97, 64], ["the small car", 0.03, 2]),
  "der alte mann": options(["the old man", 0.98, 118], ["old man", 0.02, 2]),
  kauft: options(["buys", 0.82, 240], ["is buying", 0.12, 35], ["purchases", 0.06, 18]),
  "ein neues buch": options(["a new book", 0.96, 77], ["one new book", 0.04, 3]),
  "ich weiß": options(["i know", 1, 98]),
  ",": options([",", 1, 9001]),
  wo: options(["where", 1, 402]),
  "dein onkel": options(["your uncle", 0.99, 57], ["thy uncle", 0.01, 1]),
  wohnt: options(["lives", 0.93, 144], ["is living", 0.07, 11]),
  das: options(["the", 0.6, 3100], ["that", 0.3, 1550], ["it", 0.1, 500]),
  buch: options(["book", 1, 512]),
  ist: options(["is", 1, 8123]),
  gut: options(["good", 0.9, 700], ["well", 0.1, 78]),
  tisch: options(["table", 0.95, 220], ["desk", 0.05, 12]),
  der: options(["the", 1, 9000]),
  ".": options([".", 1, 50000]),
};

const enDe = {
  the: options(["das", 0.4, 1], ["der", 0.4, 1], ["die", 0.2, 1]),
  book: options(["Buch", 1, 1]),
  is: options(["ist", 1, 1]),
  good: options(["gut", 1, 1]),
  "the old man": options(["der alte Mann", 1, 1]),
  buys: options(["kauft", 1, 1]),
  "a new book": options(["ein neues Buch", 1, 1]),
  ".": options([".", 1, 1]),
};

const arEn = {
  "الكتاب الجديد": options(["the new book", 0.9, 31], ["the modern book", 0.1, 4]),
  على: options(["is on", 0.7, 60], ["on", 0.3, 26]),
  الطاولة: options(["the table", 1, 40]),
  يقرأ: options(["reads", 0.8, 22], ["is reading", 0.2, 5]),
  الولد: options(["the boy", 1, 35]),
  ".": options([".", 1, 900]),
};

const enAr = {
  "the new book": options(["الكتاب الجديد", 0.9, 31], ["الكتاب الحديث", 0.1, 4]),
  "is on": options(["على", 0.7, 60], ["فوق", 0.3, 26]),
  "the table": options(["الطاولة", 1, 40]),
  "the boy": options(["الولد", 1, 35]),
  reads: options(["يقرأ", 0.8, 22], ["قرأ", 0.2, 5]),
  ".": options([".", 1, 900]),
};

// Source phrases in the order of the translation, where that is not the order of the source.
const orders = {
  "de-en": {
    "die kinder haben das kleinste auto verkauft .": ["die kinder", "haben", "verkauft", "das kleinste auto", "."],
  },
  "ar-en": { "يقرأ الولد الكتاب الجديد .": ["الولد", "يقرأ", "الكتاب الجديد", "."] },
  "en-ar": { "the boy reads the new book .": ["reads", "the boy", "the new book", "."] },
};

export const lexica = { "de-en": deEn, "en-de": enDe, "ar-en": arEn, "en-ar": enAr };
export const orderOf = (pair, sentence) => orders[pair]?.[sentence];

const names = { de: "German", en: "English", ar: "Arabic" };
const direction = (language) => (language === "ar" ? "rtl" : "ltr");
export const models = Object.keys(lexica).map((pair) => {
  const [source, target] = pair.split("-");
  return {
    name: `${pair} mock`,
    source,
    target,
    source_name: names[source],
    target_name: names[target],
    direction: { source: direction(source), target: direction(target) },
  };
});

export const examples = {
  kauft: [
    { source: "Meine Schwester kauft jeden Tag Brot.", target: "My sister buys bread every day." },
    { source: "Er kauft das Haus nicht.", target: "He is not buying the house." },
  ],
};

export const features = [
  { name: "TranslationModel0", weights: [0.2, 0.1] },
  { name: "LM0", weights: [0.1] },
  { name: "Distortion0", weights: [0.05] },
  { name: "WordPenalty0", weights: [-0.2] },
  { name: "UnknownWordPenalty0", weights: [1] },
  { name: "LexicalReordering0", weights: [0.1, 0.1] },
  { name: "LearnedReordering0", weights: [0.2, 0.2] },
];
