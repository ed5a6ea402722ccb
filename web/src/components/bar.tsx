// A bar as long as its share; the number stands beside it in words, so that it says nothing to a screen reader.
export function Bar({ share, kind = "" }: { share: number; kind?: string }) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <span class={`bar ${kind}`} aria-hidden="true">
      <span style={{ inlineSize: width }} />
    </span>
  );
}
