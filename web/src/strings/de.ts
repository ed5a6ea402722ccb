// Alles, was die Seite sagt, auf Deutsch.
import type { Strings } from "./en";

const sentences = (count: number) => (count === 1 ? "1 Satz" : `${count} Sätze`);
const countOf = (count: number) => (count === 1 ? "1 Wort" : `${count} Wörter`);

export const de: Strings = {
  code: "de",
  direction: "ltr",
  tagline: "Übersetzung, die ihre Gründe zeigt",
  skip: "Zur Übersetzung springen",
  theme: { label: "Farben", auto: "Farben des Systems", light: "Helle Farben", dark: "Dunkle Farben" },

  languages: {
    label: "Sprachen",
    from: "Von",
    to: "Nach",
    detect: "Sprache erkennen",
    detected: (name) => `Erkannt: ${name}`,
    swap: "Sprachen tauschen",
    noSwap: "Für die andere Richtung gibt es kein Modell",
  },

  source: {
    label: "Zu übersetzender Text",
    placeholder: "Text eingeben oder einfügen, oder eine Datei hierherziehen",
    clear: "Leeren",
    count: (characters) => (characters === 1 ? "1 Zeichen" : `${characters} Zeichen`),
  },

  target: {
    label: "Übersetzung",
    empty: "Die Übersetzung erscheint hier während des Schreibens.",
    hint: "Pfeiltasten gehen von Wort zu Wort, die Eingabetaste zeigt, wie eine Phrase noch übersetzt werden kann.",
    working: "Wird übersetzt …",
    copy: "Kopieren",
    copied: "Kopiert",
    correct: "Verbessern",
    word: (word, origin) => (origin ? `${word}, von ${origin}` : word),
    unknownWord: (word) => `${word}, unbekannt, übernommen`,
  },

  notes: {
    unknown: "Unbekannt und so übernommen:",
    dropped: "Ohne Gegenstück in der Übersetzung:",
    keep: (word) => `„${word}“ nie übersetzen`,
    chosen: "Von Ihnen gewählt:",
    undo: (words, target) => `„${words}“ als „${target}“ zurücknehmen`,
  },

  alternatives: {
    title: (words) => `Übersetzungen von „${words}“`,
    loading: "Weitere Übersetzungen werden gesucht …",
    none: "Die Phrasentabelle hat nichts anderes dafür.",
    unavailable: "Zu diesem Satz gibt es keine weiteren Übersetzungen.",
    own: "Andere Wörter",
    use: "Nehmen",
    undo: "Wieder das System wählen lassen",
    why: "Warum hier?",
    lookUp: "Nachschlagen",
    remember: "Ins Glossar",
    close: "Schließen",
  },

  tabs: {
    label: "Mehr zur Übersetzung",
    reasons: "Gründe",
    others: "Andere Übersetzungen",
    lookUp: "Nachschlagen",
    terms: "Glossar",
    corrections: "Verbesserungen",
    files: "Dateien",
  },

  sentence: {
    of: (index, count) => `Satz ${index} von ${count}`,
    previous: "Voriger Satz",
    next: "Nächster Satz",
    none: "Hier stehen die Gründe, sobald etwas übersetzt ist.",
    loading: "Die Gründe werden geholt …",
    unavailable: "Zu diesem Satz gibt es keine Gründe: Für sich allein würde er anders übersetzt als in diesem Text.",
  },

  movement: {
    title: "Wie die Wörter gewandert sind",
    summary: (phrases, moved) =>
      `${phrases === 1 ? "1 Phrase" : `${phrases} Phrasen`}, ` +
      (moved === 0 ? "alle in der Reihenfolge des Originals" : `${moved} davon gewandert`),
    kept: "am Platz geblieben",
    moved: "gewandert",
    scroll: "Bild der Umstellung, lässt sich seitwärts verschieben",
  },

  why: {
    title: (words) => `Warum „${words}“ hier steht`,
    first: (words) => `Mit „${words}“ beginnen Original und Übersetzung.`,
    firstLater: (words, passed) => `Die Übersetzung beginnt mit „${words}“; im Original stehen davor noch ${countOf(passed)}.`,
    monotone: (phrase, before) => `„${phrase}“ folgt auch im Original auf „${before}“: Es ist am Platz geblieben.`,
    swap: (phrase, before) => `„${phrase}“ und „${before}“ haben die Plätze getauscht.`,
    right: (phrase, before, passed) =>
      `Nach „${before}“ ${passed === 1 ? "wird" : "werden"} ${countOf(passed)} des Originals übersprungen, um „${phrase}“ vorzuziehen.`,
    left: (phrase, before, back) => `Nach „${before}“ geht die Übersetzung ${countOf(back)} zurück, um „${phrase}“ zu holen.`,
    backward: (phrase) => `Von „${phrase}“ aus zurückgeblickt`,
    forward: (before) => `Von „${before}“ aus vorausgeblickt`,
    none: "Kein Modell der Wortstellung sagt etwas zu diesem Schritt.",
    agree: (agreeing, asked) =>
      asked === 1
        ? agreeing === 1
          ? "Das eine gefragte Modell hat diesen Schritt erwartet."
          : "Das eine gefragte Modell hat einen anderen Schritt erwartet; die übrigen Bewertungen wogen schwerer."
        : agreeing === asked
          ? `${asked === 2 ? "Beide" : `Alle ${asked}`} Vorhersagen stimmen mit diesem Schritt überein.`
          : `${agreeing} von ${asked} Vorhersagen stimmen mit diesem Schritt überein${agreeing * 2 < asked ? "; die übrigen Bewertungen wogen schwerer" : ""}.`,
    expected: (chance) => `: diesen Schritt erwartet (${chance})`,
    possible: (chance, other) => `: diesen Schritt für möglich gehalten (${chance}), „${other}“ für wahrscheinlicher`,
    surprised: (chance, other) => `: lieber „${other}“ (dieser Schritt: ${chance})`,
    distribution: (model) => `Erwartung des Modells „${model}“`,
    scores: "Was diese Phrase zur Bewertung beiträgt",
  },

  models: {
    LexicalReordering: "Zählungen dieses Phrasenpaars",
    LearnedReordering: "Aus den Wörtern ringsum gelernt",
    BlockOrientation: "Zählungen dieses Blocks",
  },
  orientations: {
    monotone: "geradeaus",
    swap: "Platztausch",
    left: "weiter links",
    right: "weiter rechts",
    discontinuous: "anderswo",
    "non-monotone": "nicht geradeaus",
  },
  features: {
    TranslationModel: "Phrasentabelle",
    LM: "Sprachmodell",
    Distortion: "Weite der Sprünge",
    WordPenalty: "Zahl der Wörter",
    PhrasePenalty: "Zahl der Phrasen",
    UnknownWordPenalty: "Unbekannte Wörter",
    LexicalReordering: "Stellung, gezählt",
    LearnedReordering: "Stellung, gelernt",
    LowCountPhrase: "Seltene Phrasen",
  },

  others: {
    title: "Die besten Übersetzungen nach Bewertung",
    score: "Bewertung",
    best: "oben gezeigt",
    scores: (text) => `Einzelne Bewertungen von „${text}“`,
    show: "Bewertungen",
    difference: "zur besten",
    feature: "Merkmal",
    value: "Gewichtete Bewertung",
    correct: "Als Verbesserung nehmen",
    explain: "Längere Balken kosten mehr. Oben steht die Übersetzung mit der höchsten Summe.",
    only: "Die Suche hat keine andere Übersetzung gefunden.",
  },

  lookUp: {
    title: "Eine Phrase nachschlagen",
    label: "Wörter des Originals",
    go: "Nachschlagen",
    none: (phrase) => `„${phrase}“ steht nicht in der Phrasentabelle.`,
    entries: (phrase) => `Übersetzungen von „${phrase}“ in der Phrasentabelle`,
    target: "Übersetzung",
    count: "Gesehen",
    probability: "Wahrscheinlichkeit",
    examples: "Im Trainingstext gesehen",
    noExamples: "Das Modell hat keinen Trainingstext damit.",
  },

  terms: {
    title: "Glossar",
    explain: (from, to) => `Wo die Wörter links vorkommen, werden sie wie rechts übersetzt (${from} nach ${to}).`,
    source: "Original",
    target: "Übersetzung",
    add: "Hinzufügen",
    none: "Noch nichts.",
    remove: (source) => `„${source}“ entfernen`,
    keepTitle: "Nicht übersetzen",
    keepExplain: "Namen und Wörter, die bleiben, wie sie sind.",
    keepLabel: "Wort",
    stored: "Beide Listen bleiben in diesem Browser.",
  },

  corrections: {
    title: "Verbesserungen",
    explain: "Der Server lernt sofort aus jeder Verbesserung: Die nächste Übersetzung kennt sie.",
    none: "Noch ist nichts verbessert. Wählen Sie „Verbessern“ unter einer Übersetzung.",
    off: "Dieser Server nimmt keine Verbesserungen an.",
    key: (reason) => `Für Verbesserungen verlangt dieser Server einen Schlüssel${reason ? `: ${reason}` : ""}.`,
    more: (count, total) => `${count} weitere von ${total} zeigen`,
    export: "Als TMX speichern",
    undo: "Zurücknehmen",
    undoOf: (text) => `Die Verbesserung „${text}“ zurücknehmen`,
    edit: (index, count) => (count === 1 ? "Übersetzung verbessern" : `Satz ${index} von ${count} verbessern`),
    label: "Die richtige Übersetzung",
    save: "Speichern",
    cancel: "Abbrechen",
    saved: "Gespeichert. Die nächste Übersetzung kennt es.",
    withdrawn: "Die Verbesserung ist zurückgenommen.",
    failed: (reason) => `Nicht gespeichert: ${reason || "Der Server antwortet nicht."}`,
  },

  files: {
    title: "Dateien übersetzen",
    explain: "Text-, TSV-, TMX-, HTML- und XLIFF-Dateien kommen in derselben Form übersetzt zurück.",
    drop: "Dateien hierherziehen oder",
    browse: "auswählen",
    dropAnywhere: "Loslassen zum Übersetzen",
    limit: (size) => `Je Datei bis zu ${size}.`,
    list: "Bisherige Dateien",
    tooLarge: (size, limit) =>
      `Die Datei ist zu groß: ${size}, dieser Server nimmt bis zu ${limit}. Teilen Sie sie oder nehmen Sie die Befehlszeile.`,
    tooLargeForServer: "Die Datei ist zu groß für diesen Server. Teilen Sie sie oder nehmen Sie die Befehlszeile.",
    unsupported: (kinds) => `Dateien dieser Art können nicht übersetzt werden, diese schon: ${kinds}.`,
    empty: "Die Datei ist leer.",
    sending: (share) => `Wird gesendet, ${share}`,
    working: "Wird übersetzt …",
    receiving: "Wird empfangen …",
    done: "Übersetzt",
    save: (name) => `${name} speichern`,
    cancel: (name) => `${name} abbrechen`,
    retry: "Noch einmal versuchen",
    lost: "Die Verbindung ist abgerissen.",
    failed: (reason) => reason || "Der Server konnte diese Datei nicht übersetzen.",
    progress: (name) => `Fortschritt von ${name}`,
  },

  connection: {
    away: "Der Übersetzungsserver antwortet nicht.",
    busy: "Der Übersetzungsserver ist ausgelastet.",
    limited: "Das waren mehr Anfragen, als der Server auf einmal erlaubt.",
    again: (seconds) => (seconds <= 0 ? "Neuer Versuch." : `Neuer Versuch in ${seconds} s.`),
    now: "Jetzt versuchen",
    back: "Der Server ist wieder da.",
    noModels: "Der Server hat kein Modell zum Übersetzen.",
    key: (reason) => `Dieser Server verlangt einen Schlüssel${reason ? `: ${reason}` : ""}.`,
    keyLabel: "Schlüssel",
    keyUse: "Verwenden",
  },

  problems: {
    "too-large": "Der Text ist zu lang für diesen Server.",
    refused: (reason) => `Der Server kann das nicht übersetzen: ${reason || "kein Grund genannt"}`,
    broken: (reason) => `Im Server ging etwas schief${reason ? `: ${reason}` : "."}`,
    retry: "Noch einmal versuchen",
  },

  status: {
    translated: (text) => `Übersetzung: ${text}`,
    long: (count) => `${sentences(count)} übersetzt.`,
    fixed: (words, target) => `„${words}“ ist jetzt „${target}“.`,
    released: "Die Wahl ist zurückgenommen.",
    added: (source) => `„${source}“ steht jetzt im Glossar.`,
  },

  units: { bytes: "Bytes", KB: "kB", MB: "MB" },
};
