// Every word that the page says, in English. docs/page.md tells how to add a language.

const sentences = (count: number) => (count === 1 ? "1 sentence" : `${count} sentences`);
const countOf = (count: number) => (count === 1 ? "1 word" : `${count} words`);

export const en = {
  code: "en",
  direction: "ltr" as "ltr" | "rtl",
  tagline: "translation that shows its reasons",
  skip: "Skip to the translation",
  theme: { label: "Colours", auto: "System colours", light: "Light colours", dark: "Dark colours" },

  languages: {
    label: "Languages",
    from: "From",
    to: "To",
    detect: "Detect language",
    detected: (name: string) => `Detected: ${name}`,
    swap: "Swap languages",
    noSwap: "There is no model for the other direction",
  },

  source: {
    label: "Text to translate",
    placeholder: "Type or paste a text, or drop a file",
    clear: "Clear",
    count: (characters: number) => (characters === 1 ? "1 character" : `${characters} characters`),
  },

  target: {
    label: "Translation",
    empty: "The translation appears here while you type.",
    hint: "Arrow keys go from word to word, Enter shows the alternatives of a phrase.",
    working: "Translating…",
    copy: "Copy",
    copied: "Copied",
    correct: "Correct",
    word: (word: string, origin: string) => (origin ? `${word}, from ${origin}` : word),
    unknownWord: (word: string) => `${word}, unknown, carried over`,
  },

  notes: {
    unknown: "Not known, carried over as they are:",
    dropped: "Without a counterpart in the translation:",
    keep: (word: string) => `Always keep “${word}”`,
    chosen: "Chosen by you:",
    undo: (words: string, target: string) => `Undo: “${words}” as “${target}”`,
  },

  alternatives: {
    title: (words: string) => `Translations of “${words}”`,
    loading: "Looking for alternatives…",
    none: "The phrase table has nothing else for it.",
    unavailable: "There are no alternatives for this sentence.",
    own: "Other words",
    use: "Use",
    undo: "Let the system choose again",
    why: "Why here?",
    lookUp: "Look up",
    remember: "Add to glossary",
    close: "Close",
  },

  tabs: {
    label: "More about the translation",
    reasons: "Reasons",
    others: "Other translations",
    lookUp: "Look up",
    terms: "Glossary",
    corrections: "Corrections",
    files: "Files",
  },

  sentence: {
    of: (index: number, count: number) => `Sentence ${index} of ${count}`,
    previous: "Previous sentence",
    next: "Next sentence",
    none: "Translate something first: this is where its reasons will be.",
    loading: "Asking for reasons…",
    unavailable: "There are no reasons for this sentence: by itself, it would be translated differently than within this text.",
  },

  movement: {
    title: "How the words moved",
    summary: (phrases: number, moved: number) =>
      `${phrases === 1 ? "1 phrase" : `${phrases} phrases`}, ` +
      (moved === 0 ? "all in the order of the original" : `${moved} of them moved`),
    kept: "kept its place",
    moved: "moved",
    scroll: "Picture of the movement, scrolls sideways",
  },

  why: {
    title: (words: string) => `Why “${words}” stands here`,
    first: (words: string) => `“${words}” begins both the original and the translation.`,
    firstLater: (words: string, passed: number) =>
      `The translation begins with “${words}”, which stands ${countOf(passed)} into the original.`,
    monotone: (phrase: string, before: string) => `“${phrase}” follows “${before}” in the original as well: it kept its place.`,
    swap: (phrase: string, before: string) => `“${phrase}” changed places with “${before}”, which it precedes in the original.`,
    right: (phrase: string, before: string, passed: number) =>
      `After “${before}”, ${countOf(passed)} of the original ${passed === 1 ? "is" : "are"} passed over to take “${phrase}” first.`,
    left: (phrase: string, before: string, back: number) =>
      `After “${before}”, the translation goes back ${countOf(back)} to fetch “${phrase}”.`,
    backward: (phrase: string) => `Looking back from “${phrase}”`,
    forward: (before: string) => `Looking ahead from “${before}”`,
    none: "No model of word order says anything about this step.",
    agree: (agreeing: number, asked: number) =>
      asked === 1
        ? agreeing === 1
          ? "The one model that was asked expected this step."
          : "The one model that was asked expected another step; the other scores outweighed it."
        : agreeing === asked
          ? `${asked === 2 ? "Both" : `All ${asked}`} predictions agree with this step.`
          : `${agreeing} of ${asked} predictions agree with this step${agreeing * 2 < asked ? "; the other scores outweighed the rest" : ""}.`,
    // These follow the name of a model.
    expected: (chance: string) => ` expected this step (${chance})`,
    possible: (chance: string, other: string) => ` thought this step possible (${chance}), “${other}” more likely`,
    surprised: (chance: string, other: string) => ` would rather have “${other}” (this step: ${chance})`,
    distribution: (model: string) => `What ${model} expected`,
    scores: "What this phrase adds to the score",
  },

  // Names of models by the names that they have in weights files, without the number.
  models: {
    LexicalReordering: "Counts of this phrase pair",
    LearnedReordering: "Learned from the words around",
    BlockOrientation: "Counts of this block",
  } as Record<string, string>,
  orientations: {
    monotone: "straight on",
    swap: "change places",
    left: "further left",
    right: "further right",
    discontinuous: "somewhere else",
    "non-monotone": "not straight on",
  } as Record<string, string>,
  features: {
    TranslationModel: "Phrase table",
    LM: "Language model",
    Distortion: "Distance of jumps",
    WordPenalty: "Number of words",
    PhrasePenalty: "Number of phrases",
    UnknownWordPenalty: "Unknown words",
    LexicalReordering: "Word order, counted",
    LearnedReordering: "Word order, learned",
    LowCountPhrase: "Rare phrases",
  } as Record<string, string>,

  others: {
    title: "The best translations by score",
    score: "score",
    best: "shown above",
    scores: (text: string) => `Feature scores of “${text}”`,
    show: "Scores",
    difference: "to the best",
    feature: "Feature",
    value: "Weighted score",
    correct: "Use as correction",
    explain: "Longer bars cost more. The translation with the highest sum is shown above.",
    only: "The search found no other translation.",
  },

  lookUp: {
    title: "Look up a phrase",
    label: "Words of the original",
    go: "Look up",
    none: (phrase: string) => `“${phrase}” is not in the phrase table.`,
    entries: (phrase: string) => `Translations of “${phrase}” in the phrase table`,
    target: "Translation",
    count: "Seen",
    probability: "Probability",
    examples: "Seen in the training text",
    noExamples: "The model has no training text with it.",
  },

  terms: {
    title: "Glossary",
    explain: (from: string, to: string) => `Wherever the words on the left occur, they are translated as on the right (${from} to ${to}).`,
    source: "Original",
    target: "Translation",
    add: "Add",
    none: "Nothing yet.",
    remove: (source: string) => `Remove “${source}”`,
    keepTitle: "Do not translate",
    keepExplain: "Names and words that are carried over as they are.",
    keepLabel: "Word",
    stored: "Both lists stay in this browser.",
  },

  corrections: {
    title: "Corrections",
    explain: "The server learns from each correction at once: the next translation knows it.",
    none: "Nothing has been corrected yet. Choose “Correct” below a translation.",
    off: "This server takes no corrections.",
    key: (reason: string) => `To correct translations, this server asks for a key${reason ? `: ${reason}` : ""}.`,
    more: (count: number, total: number) => `Show ${count} more of ${total}`,
    export: "Export as TMX",
    undo: "Undo",
    undoOf: (text: string) => `Undo the correction “${text}”`,
    edit: (index: number, count: number) => (count === 1 ? "Correct the translation" : `Correct sentence ${index} of ${count}`),
    label: "The right translation",
    save: "Save",
    cancel: "Cancel",
    saved: "Saved. The next translation knows it.",
    withdrawn: "The correction was undone.",
    failed: (reason: string) => `It was not saved: ${reason || "the server does not answer"}`,
  },

  files: {
    title: "Translate files",
    explain: "Text, TSV, TMX, HTML and XLIFF files come back in the same form, translated.",
    drop: "Drop files here or",
    browse: "choose files",
    dropAnywhere: "Drop to translate",
    limit: (size: string) => `Up to ${size} each.`,
    list: "Files so far",
    tooLarge: (size: string, limit: string) => `The file is too large: ${size}, and this server takes up to ${limit}. Split it, or use the command line.`,
    tooLargeForServer: "The file is too large for this server. Split it, or use the command line.",
    unsupported: (kinds: string) => `Files of this kind cannot be translated. These can: ${kinds}.`,
    empty: "The file is empty.",
    sending: (share: string) => `Sending, ${share}`,
    working: "Translating…",
    receiving: "Receiving…",
    done: "Translated",
    save: (name: string) => `Save ${name}`,
    cancel: (name: string) => `Cancel ${name}`,
    retry: "Try again",
    lost: "The connection was lost.",
    failed: (reason: string) => reason || "The server could not translate this file.",
    progress: (name: string) => `Progress of ${name}`,
  },

  connection: {
    away: "The translation server does not answer.",
    busy: "The translation server is busy.",
    limited: "You have asked more than the server allows at a time.",
    again: (seconds: number) => (seconds <= 0 ? "Trying again now." : `Trying again in ${seconds} s.`),
    now: "Try now",
    back: "The server is back.",
    noModels: "The server has no model to translate with.",
    key: (reason: string) => `This server asks for a key${reason ? `: ${reason}` : ""}.`,
    keyLabel: "Key",
    keyUse: "Use",
  },

  problems: {
    "too-large": "The text is too long for this server.",
    refused: (reason: string) => `The server cannot translate this: ${reason || "no reason given"}`,
    broken: (reason: string) => `Something went wrong in the server${reason ? `: ${reason}` : "."}`,
    retry: "Try again",
  },

  status: {
    translated: (text: string) => `Translation: ${text}`,
    long: (count: number) => `Translated ${sentences(count)}.`,
    fixed: (words: string, target: string) => `“${words}” is now “${target}”.`,
    released: "The choice was undone.",
    added: (source: string) => `“${source}” was added to the glossary.`,
  },

  units: { bytes: "bytes", KB: "KB", MB: "MB" },
};

export type Strings = typeof en;
