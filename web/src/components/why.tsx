// "Why here": what each reordering model said of the step to a phrase, in words and bars, and what the phrase adds to the score.
import type { Feature, Phrase, Prediction, Sentence, Translation } from "../api/types";
import { textOf } from "../text/pieces";
import { stepTo } from "../text/relations";
import { contributions, largest, telling } from "../text/scores";
import { named, orientation, say, t } from "../strings";
import { Bar } from "./bar";

interface WhyProps {
  sentence: Sentence;
  translation: Translation; // with explanations
  features: readonly Feature[];
  index: number; // of the phrase
}

function stepInWords(translation: Translation, index: number, words: (phrase: Phrase) => string): string {
  const phrase = translation.phrases[index];
  if (!phrase) return "";
  const { step, distance } = stepTo(translation.phrases, index);
  const before = translation.phrases[index - 1];
  const [own, other] = [words(phrase), before ? words(before) : ""];
  if (!before) return distance === 0 ? t.why.first(own) : t.why.firstLater(own, distance);
  if (step === "monotone") return t.why.monotone(own, other);
  if (step === "swap") return t.why.swap(own, other);
  return step === "right" ? t.why.right(own, other, distance) : t.why.left(own, other, before.source[0] - phrase.source[0]);
}

const classes = (prediction: Prediction) =>
  Object.entries(prediction.distribution).map(([name, log_prob]) => ({ name, chance: Math.exp(log_prob) }));

const likeliest = (prediction: Prediction) => classes(prediction).reduce((a, b) => (b.chance > a.chance ? b : a), { name: "", chance: -1 });

const kPossible = 0.2; // a probability that is no surprise

function verdict(prediction: Prediction): string {
  const chance = Math.exp(prediction.log_prob);
  const best = likeliest(prediction).name;
  if (best === prediction.orientation || best === "") return t.why.expected(say.chance(chance));
  return (chance >= kPossible ? t.why.possible : t.why.surprised)(say.chance(chance), orientation(best));
}

function PredictionBars({ prediction }: { prediction: Prediction }) {
  const model = named(t.models, prediction.model);
  return (
    <li class="prediction">
      <p>
        <strong>{model}</strong>
        {verdict(prediction)}
      </p>
      <ul class="bars" aria-label={t.why.distribution(model)}>
        {classes(prediction).map(({ name, chance }) => (
          <li key={name} class={name === prediction.orientation ? "taken" : ""}>
            <span class="name">{orientation(name)}</span>
            <Bar share={chance} />
            <span class="number">{say.chance(chance)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Predictions({ title, predictions }: { title: string; predictions: readonly Prediction[] }) {
  if (predictions.length === 0) return null;
  return (
    <section class="predictions">
      <h3>{title}</h3>
      <ul>
        {predictions.map((prediction) => (
          <PredictionBars key={prediction.model} prediction={prediction} />
        ))}
      </ul>
    </section>
  );
}

function Shares({ features, phrase }: { features: readonly Feature[]; phrase: Phrase }) {
  if (!phrase.features) return null;
  const values = contributions(features, phrase.features);
  const shownRows = telling([values]);
  const scale = largest([values]);
  return (
    <section class="shares">
      <h3>{t.why.scores}</h3>
      <ul class="bars">
        {values.map(({ name, value }, row) =>
          shownRows[row] ? (
            <li key={name}>
              <span class="name">{named(t.features, name)}</span>
              <Bar share={Math.abs(value) / scale} kind={value < 0 ? "cost" : "gain"} />
              <span class="number">{say.difference(value)}</span>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

export function Why({ sentence, translation, features, index }: WhyProps) {
  const phrase = translation.phrases[index];
  if (!phrase) return null;
  const words = ({ target }: Phrase) => textOf(translation.text, translation.tokens, target);
  const before = translation.phrases[index - 1];
  const predictions = phrase.reordering ?? [];
  const agreeing = predictions.filter((prediction) => likeliest(prediction).name === prediction.orientation).length;
  const source = textOf(sentence.source.text, sentence.source.tokens, phrase.source);
  return (
    <section class="why">
      <header class="heading">
        <h2>{t.why.title(words(phrase))}</h2>
        <p class="note" lang={undefined}>
          {source}
        </p>
      </header>
      <p class="step">
        {stepInWords(translation, index, words)}{" "}
        {predictions.length > 0 ? t.why.agree(agreeing, predictions.length) : t.why.none}
      </p>
      <div class="columns">
        <Predictions title={t.why.backward(words(phrase))} predictions={predictions.filter(({ direction }) => direction !== "forward")} />
        <Predictions
          title={t.why.forward(before ? words(before) : "")}
          predictions={predictions.filter(({ direction }) => direction === "forward")}
        />
        <Shares features={features} phrase={phrase} />
      </div>
    </section>
  );
}
