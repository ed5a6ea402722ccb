// A mock of the service for the tests of the page: the same requests and answers, a toy decoder, and switches for what can go wrong.
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { examples, features, lexica, models } from "./data.mjs";
import { detect, translate } from "./decoder.mjs";

const kDist = new URL("../../dist/", import.meta.url);

class Refusal extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    Object.assign(this, { status, headers });
  }
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

// Fields of a form with files, as text of one byte per character.
function formOf(type, body) {
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  const fields = {};
  for (const part of body.toString("latin1").split(`--${boundary}`)) {
    const [head, ...rest] = part.split("\r\n\r\n");
    const name = / name="([^"]*)"/.exec(head)?.[1];
    if (name) fields[name] = { value: rest.join("\r\n\r\n").slice(0, -2), file: /filename="([^"]*)"/.exec(head)?.[1] };
  }
  return fields;
}

const utf8 = (latin1) => Buffer.from(latin1, "latin1").toString("utf8");

function pairOf(source, target) {
  const pair = `${source}-${target}`;
  if (!lexica[pair]) throw new Refusal(400, `no model translates from ${source} to ${target}`);
  return pair;
}

// Starts on a port (0: any) and gives the switches: `delay` of answers in milliseconds, `held`, a promise that those with alternatives wait for, `fail`
// {status, error, retryAfter} for the next requests of /v1/translate, `limits`, `corrections` (null: taken by nobody), `key`,
// `correctionKey`, and `requests`, all that was asked.
export async function startMock({ port = 0, models: offered = models } = {}) {
  const mock = { delay: 0, held: null, fail: null, limits: undefined, corrections: [], key: null, correctionKey: null, requests: [], count: 0 };

  const handlers = {
    "GET /v1/models": () => ({ models: offered, ...(mock.limits ? { limits: mock.limits } : {}), key_required: mock.key !== null,
      corrections: !mock.corrections ? "none" : mock.correctionKey ? "key" : "all" }),
    "POST /v1/translate": ({ body }) => {
      const request = JSON.parse(body.toString());
      mock.requests.push(request);
      if (mock.fail) throw new Refusal(mock.fail.status, mock.fail.error ?? "", mock.fail.retryAfter ? { "Retry-After": mock.fail.retryAfter } : {});
      const source = request.source ?? detect(request.text);
      const pair = pairOf(source, request.target);
      return {
        model: { source, target: request.target, name: pair },
        features,
        results: [translate(request.text, pair, request, mock.corrections ?? [])],
      };
    },
    "GET /v1/phrase": ({ url }) => {
      const phrase = url.searchParams.get("q");
      const lexicon = lexica[pairOf(url.searchParams.get("source"), url.searchParams.get("target"))];
      return { phrase, entries: lexicon[phrase.toLowerCase()] ?? [], examples: examples[phrase.toLowerCase()] ?? [] };
    },
    "GET /v1/corrections": ({ url }) => {
      const [offset, limit] = ["offset", "limit"].map((name) => Number(url.searchParams.get(name)));
      return { total: taken().length, corrections: taken().toReversed().slice(offset, offset + Math.min(limit, 1000)) };
    },
    "POST /v1/corrections": ({ body }) => {
      const id = ++mock.count;
      taken().push({ id, ...JSON.parse(body.toString()) });
      return { id };
    },
    "GET /v1/corrections.tmx": () => ({ raw: `<tmx version="1.4">${JSON.stringify(taken())}</tmx>`, type: "application/xml" }),
    "POST /v1/file": ({ body, type }) => {
      const { file, source, target } = formOf(type, body);
      const pair = pairOf(source.value === "auto" ? detect(utf8(file.value)) : source.value, target.value);
      if (mock.fail) throw new Refusal(mock.fail.status, mock.fail.error ?? "");
      return { raw: translate(utf8(file.value), pair, {}, mock.corrections ?? []).text, type: "application/octet-stream" };
    },
  };
  const admit = (authorization) => {
    if (!mock.key || authorization === `Bearer ${mock.key}`) return;
    throw authorization ? new Refusal(403, "there is no such key") : new Refusal(400, "send a key");
  };
  const taken = () => {
    if (!mock.corrections) throw new Refusal(403, "this server takes no corrections");
    return mock.corrections;
  };

  async function answer(request, response) {
    const url = new URL(request.url, "http://localhost");
    if (url.pathname === "/") return page(response);
    const body = await bodyOf(request);
    if (url.pathname !== "/v1/models") admit(request.headers.authorization);
    if (url.pathname.startsWith("/v1/corrections") && mock.correctionKey && request.headers.authorization !== `Bearer ${mock.correctionKey}`)
      throw new Refusal(403, "this server takes corrections only with a key for them");
    if (body.includes('"alternatives"')) await mock.held;
    if (mock.delay) await new Promise((resolve) => setTimeout(resolve, mock.delay));
    const removed = /^DELETE \/v1\/corrections\/(\d+)$/.exec(`${request.method} ${url.pathname}`);
    const handler = removed
      ? () => ((mock.corrections = taken().filter(({ id }) => id !== Number(removed[1]))), {})
      : handlers[`${request.method} ${url.pathname}`];
    if (!handler) throw new Refusal(404, "no such page");
    const result = handler({ url, body, type: request.headers["content-type"] ?? "" });
    response.writeHead(200, { "Content-Type": result.type ?? "application/json" });
    return response.end(result.raw ?? JSON.stringify(result));
  }

  function page(response) {
    const policy = readFileSync(new URL("csp.txt", kDist), "utf8").trim();
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip", "Content-Security-Policy": policy });
    createReadStream(new URL("index.html.gz", kDist)).pipe(response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      response.writeHead(error.status ?? 500, { "Content-Type": "application/json", ...error.headers });
      response.end(JSON.stringify({ error: error.message }));
    });
  });
  const listen = (on) => new Promise((resolve) => server.listen(on, "127.0.0.1", resolve));
  await listen(port);
  mock.port = server.address().port;
  mock.address = `http://127.0.0.1:${mock.port}/`;
  mock.stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  mock.start = () => listen(mock.port);
  return mock;
}
