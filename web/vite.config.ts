import { defineConfig } from "vite";
import { oneFile } from "./build/one-file";

export default defineConfig({
  plugins: [oneFile()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: {
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    assetsInlineLimit: 1 << 20,
  },
  // `npm run dev` shows changes at once and asks a service that runs beside it: CALQUE_SERVER, or the mock of the tests.
  server: { proxy: { "/v1": process.env["CALQUE_SERVER"] ?? "http://127.0.0.1:5001" } },
});
