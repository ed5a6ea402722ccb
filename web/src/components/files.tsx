// Files that are given to the page and come back translated. They may be dropped anywhere on it.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { drop, type Job, jobs, kKinds, retry, saveAs, translateFiles } from "../state/files";
import { limits } from "../state/languages";
import { openTab } from "../state/tabs";
import { say, t } from "../strings";

function Progress({ job }: { job: Job }) {
  const label = t.files.progress(job.file.name);
  if (job.stage === "working") return <progress aria-label={label} />;
  return <progress aria-label={label} max={1} value={job.share} />;
}

function stateInWords(job: Job): string {
  switch (job.stage) {
    case "sending":
      return t.files.sending(say.chance(job.share));
    case "working":
      return t.files.working;
    case "receiving":
      return t.files.receiving;
    case "done":
      return t.files.done;
    case "failed":
      return job.message;
  }
}

function Row({ job }: { job: Job }) {
  const busy = job.stage !== "done" && job.stage !== "failed";
  const { result } = job;
  return (
    <li class={job.stage}>
      <bdi class="file">{job.file.name}</bdi>
      <span class="note">{say.size(job.file.size)}</span>
      <span class={job.stage === "failed" ? "trouble" : "stage"} role="status">
        {stateInWords(job)}
      </span>
      {busy && <Progress job={job} />}
      {result && (
        <button type="button" class="main" onClick={() => saveAs(result.blob, result.name)}>
          {t.files.save(result.name)}
        </button>
      )}
      {job.stage === "failed" && job.again && (
        <button type="button" class="quiet" onClick={() => retry(job)}>
          {t.files.retry}
        </button>
      )}
      <button type="button" class="close" aria-label={t.files.cancel(job.file.name)} onClick={() => drop(job)}>
        ×
      </button>
    </li>
  );
}

export function Files() {
  const input = useRef<HTMLInputElement>(null);
  const limit = limits.value.file_bytes;
  return (
    <>
      <header class="heading">
        <h2>{t.files.title}</h2>
        <p class="note">
          {t.files.explain} {limit !== undefined && t.files.limit(say.size(limit))}
        </p>
      </header>
      <div class="drop">
        <p>
          {t.files.drop}{" "}
          <button type="button" class="link" onClick={() => input.current?.click()}>
            {t.files.browse}
          </button>
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={kKinds.join(",")}
          aria-label={t.files.browse}
          onChange={(event) => {
            translateFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {jobs.value.length > 0 && (
        <ul class="jobs" aria-label={t.files.list}>
          {jobs.value.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </ul>
      )}
    </>
  );
}

const over = signal(false);

// A file over the page is announced by a frame, and taken wherever it is let go.
export function DropAnywhere() {
  useEffect(() => {
    const holds = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      over.value = true;
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) over.value = false;
    };
    const onDrop = (event: DragEvent) => {
      over.value = false;
      if (!holds(event)) return;
      event.preventDefault();
      openTab("files", true);
      translateFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener("dragover", onOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    };
  }, []);
  return over.value ? <div class="dropping">{t.files.dropAnywhere}</div> : null;
}
