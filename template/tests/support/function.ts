// Serves the function of a serverless build, as its platform does. Arguments: the function's module, and a port, which
// can be the variable PORT.

import { serveFetch } from "../../../tests/support/peer.ts";

const [, , module = "", port = process.env.PORT] = process.argv;
const { default: platform } = await import(module);
await serveFetch((request) => platform.fetch(request, {}), Number(port));
