// Files on their way to the server and back.
import { signal } from "@preact/signals";
import { authorization, failureOf } from "../api/client";
import { passing } from "./connection";
import { limits, source, target } from "./languages";
import { say, t } from "../strings";

export type Stage = "sending" | "working" | "receiving" | "done" | "failed";

export interface Job {
  id: number;
  file: File;
  stage: Stage;
  share: number; // of the bytes of this stage
  message: string; // why it failed
  again: boolean; // whether trying again may help
  result: { blob: Blob; name: string } | null;
}

export const kKinds = [".txt", ".tsv", ".tmx", ".html", ".htm", ".xlf", ".xliff"];
const kLimit = 10_000_000; // bytes, if the server does not say

export const jobs = signal<Job[]>([]);
const requests = new Map<number, XMLHttpRequest>();
let count = 0;

const update = (id: number, change: Partial<Job>) =>
  (jobs.value = jobs.value.map((job) => (job.id === id ? { ...job, ...change } : job)));

// What is wrong with a file before it is sent, if anything.
function objection(file: File): string | null {
  const limit = limits.value.file_bytes ?? kLimit;
  if (!kKinds.some((kind) => file.name.toLowerCase().endsWith(kind))) return t.files.unsupported(kKinds.join(", "));
  if (file.size === 0) return t.files.empty;
  return file.size > limit ? t.files.tooLarge(say.size(file.size), say.size(limit)) : null;
}

// letter.txt becomes letter.en.txt unless the server has another name for it.
export function nameOfResult(original: string, language: string, disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  if (encoded !== undefined || plain !== undefined) {
    try {
      return decodeURIComponent(encoded ?? "") || (plain ?? original);
    } catch {
      return plain ?? original;
    }
  }
  const dot = original.lastIndexOf(".");
  return dot > 0 ? `${original.slice(0, dot)}.${language}${original.slice(dot)}` : `${original}.${language}`;
}

async function failureText(request: XMLHttpRequest): Promise<string> {
  const body = request.response instanceof Blob ? await request.response.text() : "";
  const failure = failureOf(request.status, body, (name) => request.getResponseHeader(name));
  if (failure.kind === "too-large") return t.files.tooLargeForServer;
  if (passing(failure) && failure.message === "") return t.files.lost;
  return t.files.failed(failure.message);
}

// fetch() tells nothing about how much has been sent; this older interface does.
function send(job: Job) {
  const language = target.value;
  const form = new FormData();
  form.append("source", source.value); // a code, or "auto", as the service has it
  form.append("target", language);
  form.append("file", job.file);
  const request = new XMLHttpRequest();
  requests.set(job.id, request);
  request.responseType = "blob";
  const share = (event: ProgressEvent) => (event.lengthComputable ? event.loaded / event.total : 0);
  request.upload.onprogress = (event) => update(job.id, { stage: "sending", share: share(event) });
  request.upload.onload = () => update(job.id, { stage: "working", share: 0 });
  request.onprogress = (event) => request.status === 200 && update(job.id, { stage: "receiving", share: share(event) });
  request.onerror = () => update(job.id, { stage: "failed", message: t.files.lost });
  request.onload = async () => {
    if (request.status !== 200) return update(job.id, { stage: "failed", message: await failureText(request) });
    const name = nameOfResult(job.file.name, language, request.getResponseHeader("Content-Disposition"));
    return update(job.id, { stage: "done", result: { blob: request.response as Blob, name } });
  };
  request.onloadend = () => requests.delete(job.id);
  request.open("POST", "/v1/file");
  for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
  request.send(form);
}

function start(job: Job) {
  const message = objection(job.file);
  update(job.id, message === null ? { stage: "sending", share: 0 } : { stage: "failed", message, again: false });
  if (message === null) send(job);
}

export function translateFiles(files: Iterable<File>) {
  for (const file of files) {
    const job: Job = { id: ++count, file, stage: "sending", share: 0, message: "", again: true, result: null };
    jobs.value = [job, ...jobs.value];
    start(job);
  }
}

export const retry = (job: Job) => start(job);

export function drop(job: Job) {
  requests.get(job.id)?.abort();
  jobs.value = jobs.value.filter(({ id }) => id !== job.id);
}

export function saveAs(blob: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
