// Vite plugin: puts script and style into index.html, so that the page is one file, and writes beside it what a server needs:
// index.html.gz to send as it is, and csp.txt with the Content-Security-Policy that allows exactly this script and this style.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// What the page needs, and nothing else: its own script and style, its icon, and requests to the server that sent it.
const policy = (script: string, style: string) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

function partsOf(bundle: Rollup.OutputBundle) {
  const files = Object.values(bundle);
  const page = files.find((file) => file.fileName === "index.html");
  const scripts = files.filter((file) => file.type === "chunk");
  const styles = files.filter((file) => file.fileName.endsWith(".css"));
  if (page?.type !== "asset" || scripts.length !== 1 || styles.length !== 1 || files.length !== 3)
    throw new Error(`one page, one script and one style were expected, not ${files.map((file) => file.fileName).join(", ")}`);
  const style = styles[0] as Rollup.OutputAsset;
  // The HTML parser would see the end of the element inside its content.
  const script = (scripts[0] as Rollup.OutputChunk).code.trim().replaceAll("</script", "<\\/script");
  return { page, script, style: String(style.source).trim() };
}

export function oneFile(): Plugin {
  return {
    name: "one-file",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const { page, script, style } = partsOf(bundle);
      // Functions, because replacement strings give a meaning to "$".
      const html = String(page.source)
        .replace(/\s*<script\b[^>]*\bsrc=[^>]*><\/script>/, "")
        .replace(/<link\b[^>]*rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
        .replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
      for (const name of Object.keys(bundle)) if (name !== "index.html") delete bundle[name];
      page.source = html;
      this.emitFile({ type: "asset", fileName: "csp.txt", source: `${policy(script, style)}\n` });
    },
    writeBundle(options, bundle) {
      const page = bundle["index.html"] as Rollup.OutputAsset;
      const packed = gzipSync(String(page.source), { level: 9 });
      writeFileSync(join(options.dir ?? "dist", "index.html.gz"), packed);
      console.log(`one file: ${String(page.source).length} bytes, ${packed.length} compressed`);
    },
  };
}
