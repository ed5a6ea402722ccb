// A sentence drawn as words and phrases that can light up; on the target side they can be walked through and chosen.
import { Component } from "preact";
import type { Translation, Token } from "../api/types";
import { type Piece, piecesOf, textOf } from "../text/pieces";
import { phraseAt, type Side } from "../text/relations";
import { phraseName, wordName } from "../state/pointing";
import { t } from "../strings";

interface Group {
  phrase: number; // -1: none
  pieces: Piece[];
}

// What stands between two words of one phrase belongs to the phrase.
function groupsOf(pieces: readonly Piece[], translation: Translation, side: Side): Group[] {
  const groups: Group[] = [];
  const phraseOf = (piece: Piece | undefined) =>
    piece?.token == null ? -1 : phraseAt(translation.phrases, side, piece.token);
  pieces.forEach((piece, index) => {
    const last = groups.at(-1);
    const phrase = piece.token === null ? phraseOf(pieces[index + 1]) : phraseOf(piece);
    if (last && last.phrase === phrase && phrase >= 0) last.pieces.push(piece);
    else groups.push({ phrase: piece.token === null ? -1 : phrase, pieces: [piece] });
  });
  return groups;
}

interface Origin {
  text: string;
  tokens: readonly Token[];
}

interface WordsProps {
  sentence: number;
  side: Side;
  text: string;
  tokens: readonly Token[];
  translation: Translation;
  origin?: Origin; // the other side: words are then buttons that name what they came from
  focusable?: number; // the one word that Tab reaches
}

const linked = (translation: Translation, token: number) =>
  translation.alignment.filter((link) => link[1] === token).map((link) => link[0]);

function isUnknown(translation: Translation, side: Side, token: number) {
  if (side === "source") return translation.unknown.includes(token);
  const phrase = translation.phrases[phraseAt(translation.phrases, "target", token)];
  return phrase !== undefined && translation.unknown.some((word) => word >= phrase.source[0] && word < phrase.source[1]);
}

function Word({ piece, props }: { piece: Piece; props: WordsProps }) {
  const token = piece.token ?? 0;
  const { sentence, side, translation, origin } = props;
  const unknown = isUnknown(translation, side, token);
  const dropped = side === "source" && translation.dropped.includes(token);
  const common = {
    class: `word${unknown ? " unknown" : ""}${dropped ? " dropped" : ""}`,
    "data-word": wordName({ sentence, side, token }),
  };
  if (!origin) return <span {...common}>{piece.text}</span>;
  const sources = linked(translation, token).map((position) => textOf(origin.text, origin.tokens, [position, position + 1]));
  const label = unknown ? t.target.unknownWord(piece.text) : t.target.word(piece.text, sources.join(" "));
  return (
    <span {...common} role="button" aria-haspopup="dialog" aria-label={label} tabIndex={props.focusable === token ? 0 : -1}>
      {piece.text}
    </span>
  );
}

// Drawn anew only if something of it has changed: in a long text, most sentences stay as they are with every key.
export class Words extends Component<WordsProps> {
  override shouldComponentUpdate(next: WordsProps) {
    const { origin, ...rest } = this.props;
    return (
      origin?.tokens !== next.origin?.tokens ||
      (Object.keys({ ...rest, focusable: 0 }) as (keyof WordsProps)[]).some((name) => this.props[name] !== next[name])
    );
  }

  override render() {
    const { sentence, side, text, tokens, translation } = this.props;
    return groupsOf(piecesOf(text, tokens), translation, side).map((group) => {
      const drawn = group.pieces.map((piece) => (piece.token === null ? piece.text : <Word piece={piece} props={this.props} />));
      if (group.phrase < 0) return drawn;
      return (
        <span class="phrase" data-phrase={phraseName(sentence, group.phrase)}>
          {drawn}
        </span>
      );
    });
  }
}
