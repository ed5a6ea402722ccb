// Says when the server is away, busy or wants a key, and what is being done about it.
import { useEffect, useState } from "preact/hooks";
import { connect, connection } from "../state/connection";
import { models } from "../state/languages";
import { problem, translateNow } from "../state/translation";
import { t } from "../strings";
import { KeyForm } from "./key-form";

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <span class="note">{t.connection.again(Math.ceil((until - now) / 1000))}</span>;
}

function problemInWords(): string {
  const failure = problem.value;
  if (!failure) return "";
  if (failure.kind === "too-large") return t.problems["too-large"];
  return (failure.kind === "refused" ? t.problems.refused : t.problems.broken)(failure.message);
}

export function Banner() {
  const state = connection.value;
  if (state.state === "key") return <KeyForm explain={t.connection.key(state.message)} onKey={() => void connect()} />;
  if (state.state === "down")
    return (
      <div class="banner">
        <p>{t.connection[state.reason]}</p>
        <Countdown until={state.retryAt} />
        <button type="button" class="quiet" onClick={() => void connect()}>
          {t.connection.now}
        </button>
      </div>
    );
  if (state.state === "up" && models.value.length === 0) return <p class="banner">{t.connection.noModels}</p>;
  if (!problem.value) return null;
  return (
    <div class="banner" role="alert">
      <p>{problemInWords()}</p>
      <button type="button" class="quiet" onClick={() => void translateNow()}>
        {t.problems.retry}
      </button>
    </div>
  );
}
