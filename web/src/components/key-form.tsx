// Asks for the key that some servers want.
import { useState } from "preact/hooks";
import { apiKey } from "../api/client";
import { t } from "../strings";

export function KeyForm({ explain, onKey }: { explain: string; onKey: () => void }) {
  const [key, setKey] = useState(apiKey.get());
  return (
    <form
      class="banner"
      onSubmit={(event) => {
        event.preventDefault();
        apiKey.set(key.trim());
        onKey();
      }}
    >
      <p>{explain}</p>
      <input
        type="password"
        aria-label={t.connection.keyLabel}
        autocomplete="off"
        value={key}
        onInput={(event) => setKey(event.currentTarget.value)}
      />
      <button type="submit" class="main">
        {t.connection.keyUse}
      </button>
    </form>
  );
}
