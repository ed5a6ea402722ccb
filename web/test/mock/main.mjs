// `npm run mock`: the mock by itself, to work on the page without a model.
import { startMock } from "./server.mjs";

const mock = await startMock({ port: Number(process.argv[2] ?? 5001) });
console.log(mock.address);
