// The tab with the picture of the movement and the reasons for it.
import { details } from "../state/details";
import { current, phraseIndex } from "../state/pointing";
import { shown } from "../state/translation";
import { movedPhrases } from "../text/relations";
import { t } from "../strings";
import { Movement } from "./movement";
import { SentencePicker } from "./sentence-picker";
import { Why } from "./why";

// Until a phrase is chosen, the first that moved is the most telling.
function phraseToExplain(): number {
  if (phraseIndex.value >= 0) return phraseIndex.value;
  const phrases = shown.value?.sentences[current.value]?.translations[0]?.phrases ?? [];
  return Math.max(0, movedPhrases(phrases).indexOf(true));
}

export function Reasons() {
  const sentence = shown.value?.sentences[current.value];
  const translation = sentence?.translations[0];
  if (!sentence || !translation) return <p class="note">{t.sentence.none}</p>;
  const found = details.value;
  const explained = found?.sentence.translations[0];
  return (
    <>
      <SentencePicker />
      <Movement sentence={sentence} translation={translation} />
      {found && explained ? (
        <Why sentence={sentence} translation={explained} features={found.features} index={phraseToExplain()} />
      ) : (
        <p class="note">{found === undefined ? t.sentence.loading : t.sentence.unavailable}</p>
      )}
    </>
  );
}
